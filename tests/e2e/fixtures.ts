import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { startServer, type TestServer } from '../helpers/server.ts'

/** A person at a browser of their own. */
export interface Person {
  email: string
  page: Page
  context: BrowserContext
}

interface Fixtures {
  /**
   * Opens a browser for one more person, who comes from an address of their own. Its `goto` ends where the page is
   * alive, or, where a story names `waitUntil`, there.
   */
  visitor: (options?: Parameters<import('@playwright/test').Browser['newContext']>[0]) => Promise<Page>
  /** Somebody new, signed in and on their documents. */
  investor: () => Promise<Person>
  /** Somebody new whom the operator has made an administrator, signed in. */
  administrator: () => Promise<Person>
}

let people = 0

/** One real site for each worker: server, database, mail. Tests share it and each brings people of its own. */
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
        viewport: { width: 1280, height: 900 },
        ...options,
        extraHTTPHeaders: { 'x-forwarded-for': `10.${process.pid % 250}.${people >> 8}.${people++ & 255}` },
      })
      contexts.push(context)
      const page = await context.newPage()
      const goto = page.goto.bind(page)
      page.goto = async (address, options) => {
        const response = await goto(address, options)
        if (!options?.waitUntil) await alive(page)
        return response
      }
      return page
    })
    await Promise.all(contexts.map(context => context.close()))
  },

  investor: async ({ visitor, site }, use) => {
    await use(async () => {
      const email = newAddress('investor')
      const page = await visitor()
      await enter(page, site, email)
      return { email, page, context: page.context() }
    })
  },

  administrator: async ({ visitor, site }, use) => {
    await use(async () => {
      const email = newAddress('administrator')
      await promisify(execFile)(process.execPath, ['server/commands/admin.ts', 'grant', email], {
        env: { ...process.env, DATA_DIR: site.dataDir },
      })
      const page = await visitor()
      await enter(page, site, email)
      return { email, page, context: page.context() }
    })
  },
})

export { expect }

/** An address that no other test uses. */
export function newAddress(who: string): string {
  return `${who}-${process.pid}-${people++}@example.com`
}

/** Signs in with what the form of sign-in sends, without drawing its two steps. Ends on the documents, their scripts running. */
async function enter(page: Page, site: TestServer, email: string): Promise<void> {
  const before = site.mailbox.messages.filter(({ to }) => to === email).length
  const send = (form: Record<string, string>) =>
    page.request.post('/login', { form: { email, ...form }, headers: { origin: site.url }, maxRedirects: 0 })
  expect((await send({ intent: 'send' })).status()).toBe(200)
  expect((await send({ intent: 'verify', code: await site.mailbox.code(email, before) })).status()).toBe(302)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Profile & Documents' })).toBeVisible()
}

/** Waits until nothing that is pressed has to wait any more (`app/boot/event-replay.tsx`), which a page without scripts has not. */
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
  await page.goto('/login')
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
  // All that it leaves out are frames of other sites, which no page looked at here has; without it, each look opens a
  // second page.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
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
