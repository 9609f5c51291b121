import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Request,
  type Response,
} from '@playwright/test'
import type axe from 'axe-core'
import { isEverything, patience } from '../helpers/lane.ts'
import type { Site } from '../helpers/server.ts'
import { newClientIp, newPerson, newSessionCookies, type SignedInPerson } from './signed-in-person.ts'
import { startSite } from './start-site.ts'

export { newEmailAddress } from './signed-in-person.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Minified: every page that is checked has to parse it. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** A signed-in person with a browser of their own. */
export interface Person {
  /** Id of their profile. */
  id: string
  email: string
  page: Page
  context: BrowserContext
}

interface SignedInOptions extends BrowserContextOptions {
  /** Path that their browser opens first; their documents by default. */
  at?: string
}

const noPage = 'about:blank'
/** For a person whose browser opens no page until the story does: each page takes half a second of a core. */
export const later = { at: noPage } satisfies SignedInOptions

interface Fixtures {
  /** Opens an empty page for another visitor, in a browser with its own cookies and IP address. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>
  /** Creates a new person and signs them in directly, without a code. */
  investor: (options?: SignedInOptions) => Promise<Person>
  /** The same for an administrator. */
  administrator: (options?: SignedInOptions) => Promise<Person>
  /** Another administrator, who has no browser. */
  colleague: SignedInPerson
  /** Signs a person in with another browser. */
  anotherBrowser: (person: Person, options?: SignedInOptions) => Promise<Page>
}

/** One real site for each worker: server, database, mail. Tests share it, and each creates people of its own. */
export const test = base.extend<Fixtures, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.dispose()
    },
    { scope: 'worker', timeout: 4 * patience },
  ],

  visitor: async ({ browser, site }, use) => {
    const contexts: BrowserContext[] = []
    await use(async options => {
      const context = await browser.newContext({
        baseURL: site.url,
        ...options,
        extraHTTPHeaders: { 'x-forwarded-for': newClientIp() },
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

  colleague: async ({ site }, use) => use(await newPerson(site, { isAdmin: true })),

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
  if (at !== noPage) await visit(page, at)
  return { id, email, page, context }
}

/**
 * Opens an address, and waits until its page responds to every click and key. A test about what happens before that
 * uses `page.goto`.
 */
export async function visit(page: Page, address: string): Promise<Response | null> {
  const response = await page.goto(address)
  await waitForHydration(page)
  return response
}

/** Reloads a page and waits for its scripts: a form that is sent before is sent without them, and has no notice. */
export async function reload(page: Page): Promise<void> {
  await page.reload()
  await waitForHydration(page)
}

/**
 * Opens an address, and waits until the page has loaded everything that it requests by itself: its scripts run, the
 * browser has been idle since, and no request is in progress except for films.
 */
export async function visitUntilIdle(page: Page, address: string): Promise<void> {
  const inProgress = new Set<Request>()
  page.on('request', request => request.resourceType() !== 'media' && inProgress.add(request))
  page.on('requestfinished', request => inProgress.delete(request))
  page.on('requestfailed', request => inProgress.delete(request))
  await visit(page, address)
  do {
    await expect.poll(() => inProgress.size).toBe(0)
    // What has just loaded may request more.
    await page.evaluate(() => new Promise<unknown>(done => requestIdleCallback(done)))
  } while (inProgress.size > 0)
}

/** Waits until clicks and keys are no longer held for replay (`app/shell/boot/event-replay.tsx`); without scripts they never are. */
async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => !('eventReplay' in window))
}

/** Disconnects a page from the network, after hydration: without its scripts, a page could only wait for them. */
export async function goOffline(page: Page): Promise<void> {
  await waitForHydration(page)
  await page.context().setOffline(true)
}

/**
 * Stops the page's clock a second from now; `page.clock.install` comes first. `pauseAt` refuses a time that has passed
 * meanwhile, as it may on a busy machine, but not before it has stopped the clock: the second call is always in time.
 */
export async function pauseClock(page: Page): Promise<void> {
  const pause = async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await pause().catch(pause)
}

/**
 * Signs in as a person does: types the address, reads the e-mail, types the code. Ends on the documents page.
 * @param from the address of the sign-in page, which may lead on to another page
 * @param to the heading of that
 */
export async function signIn(
  page: Page,
  site: Site,
  email: string,
  { from = '/login', to = 'Profile & Documents' } = {},
): Promise<void> {
  const before = site.mailbox.messages.filter(({ to }) => to === email).length
  await visit(page, from)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Verification code sent to your email')).toBeVisible()
  const [code = '', second = ''] = await site.mailbox.codes(email, before)
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  // Someone who has an account is asked for it in a new browser.
  const secondField = page.getByLabel('Second verification code')
  const portal = page.getByRole('heading', { name: to })
  await expect(secondField.or(portal)).toBeVisible()
  if (await secondField.isVisible()) {
    await secondField.fill(second)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await expect(portal).toBeVisible()
}

/**
 * Fails on anything axe finds on the page in its current state (WCAG 2.2 A and AA, best practices).
 * @param rules of axe to run; all if none is given
 */
export async function expectNoAxeViolations(page: Page, ...rules: string[]): Promise<void> {
  // A page that is still fading in has less contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.waitForFunction(() => document.getAnimations().every(animation => animation.playState !== 'running'))
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(
    async options => (await window.axe.run(document, options)).violations,
    // The rules that pass are not needed here, and take long to report.
    {
      resultTypes: ['violations'],
      ...(rules.length > 0 && { runOnly: rules }),
    } satisfies axe.RunOptions as axe.RunOptions,
  )
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join(' | ')}`),
  ).toEqual([])
}

/** The same, and in `npm run test:all` in dark mode, too, in which only colors differ. */
export async function expectNoAxeViolationsInLightAndDark(page: Page): Promise<void> {
  if (isEverything) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNoAxeViolations(page, 'color-contrast')
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await expectNoAxeViolations(page)
}
