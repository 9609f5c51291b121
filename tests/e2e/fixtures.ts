import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Request,
  type Response,
} from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { startServer, type TestServer } from '../helpers/server.ts'
import { newClientAddress, newPerson, newSessionCookies, type SignedInPerson } from './signed-in-person.ts'

export { newAddress } from './signed-in-person.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Somebody signed in, at a browser of their own. */
export interface Person {
  /** Of their profile. */
  id: string
  email: string
  page: Page
  context: BrowserContext
}

interface SignedInOptions extends BrowserContextOptions {
  /** Where their browser begins: at their documents, unless a story says otherwise. */
  at?: string
}

interface Fixtures {
  /** Opens an empty page for one more person, in a browser of their own that has a network address of its own. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>
  /** Somebody new who is signed in, though nobody has typed a code. */
  investor: (options?: SignedInOptions) => Promise<Person>
  /** The same, and the operator has made them an administrator. */
  administrator: (options?: SignedInOptions) => Promise<Person>
  /** Another browser of somebody who is signed in, signed in there too. */
  anotherBrowser: (person: Person, options?: SignedInOptions) => Promise<Page>
}

/** One real site for each worker: server, database, mail. Stories share it, and each has people of its own. */
export const test = base.extend<Fixtures, { site: TestServer }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const site = await startServer()
      await use(site)
      await site.dispose()
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  visitor: async ({ browser, site }, use) => {
    const contexts: BrowserContext[] = []
    await use(async options => {
      const context = await browser.newContext({
        baseURL: site.url,
        ...options,
        extraHTTPHeaders: { 'x-forwarded-for': newClientAddress() },
      })
      contexts.push(context)
      return context.newPage()
    })
    await Promise.all(contexts.map(context => context.close()))
  },

  investor: async ({ visitor, site }, use) => {
    await use(async options => atBrowser(await newPerson(site), visitor, options))
  },

  administrator: async ({ visitor, site }, use) => {
    await use(async options => atBrowser(await newPerson(site, { isAdmin: true }), visitor, options))
  },

  anotherBrowser: async ({ visitor, site }, use) => {
    await use(async ({ id, email }, options) => {
      const cookies = await newSessionCookies(site, id, options?.userAgent)
      return (await atBrowser({ id, email, cookies }, visitor, options)).page
    })
  },
})

export { expect }

async function atBrowser(
  { id, email, cookies }: SignedInPerson,
  visitor: Fixtures['visitor'],
  { at = '/profile', ...options }: SignedInOptions = {},
): Promise<Person> {
  const page = await visitor(options)
  const context = page.context()
  await context.addCookies(cookies)
  await visit(page, at)
  return { id, email, page, context }
}

/**
 * Goes to an address, and waits until its page hears everything that is pressed. A story about what happens before that
 * uses `page.goto`.
 */
export async function visit(page: Page, address: string): Promise<Response | null> {
  const response = await page.goto(address)
  await alive(page)
  return response
}

/**
 * Goes to an address, and waits until the page has everything that it asks for by itself: its scripts run, the browser
 * has been idle since, and no request but a film's is under way.
 */
export async function visitWhole(page: Page, address: string): Promise<void> {
  const underWay = new Set<Request>()
  page.on('request', request => request.resourceType() !== 'media' && underWay.add(request))
  page.on('requestfinished', request => underWay.delete(request))
  page.on('requestfailed', request => underWay.delete(request))
  await visit(page, address)
  do {
    await expect.poll(() => underWay.size).toBe(0)
    // What has just arrived may ask for more.
    await page.evaluate(() => new Promise<unknown>(done => requestIdleCallback(done)))
  } while (underWay.size > 0)
}

/** Waits until nothing that is pressed has to wait any more (`app/boot/event-replay.tsx`). A page without scripts never waits. */
async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => !('eventReplay' in window))
}

/** Takes the line from a page that is alive: one whose scripts are still to come could only wait for them. */
export async function goOffline(page: Page): Promise<void> {
  await alive(page)
  await page.context().setOffline(true)
}

/** Signs in as a person does: types the address, reads the mail, types the code. Ends on the documents. */
export async function signIn(page: Page, site: TestServer, email: string): Promise<void> {
  const before = site.mailbox.messages.filter(({ to }) => to === email).length
  await visit(page, '/login')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Verification code sent to your email')).toBeVisible()
  await page.getByLabel('Verification code').fill(await site.mailbox.code(email, before))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Profile & Documents' })).toBeVisible()
}

/**
 * Fails on anything axe finds on the page as it stands (WCAG 2.2 A and AA, best practices).
 * @param rules of axe; all where none is named
 */
export async function expectNoAxeViolations(page: Page, ...rules: string[]): Promise<void> {
  // A page that is still fading in has half its contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.waitForFunction(() => document.getAnimations().every(animation => animation.playState !== 'running'))
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async options => (await window.axe.run(document, options)).violations,
    // What it passes is of no interest here, and takes long to write down.
    { resultTypes: ['violations'], ...(rules.length > 0 && { runOnly: rules }) } satisfies RunOptions as RunOptions,
  )
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join(' | ')}`),
  ).toEqual([])
}

/** The same by day and by night, where only colours differ. */
export async function expectNoAxeViolationsByDayAndNight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeViolations(page, 'color-contrast')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoAxeViolations(page)
}
