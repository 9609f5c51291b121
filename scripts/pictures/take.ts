import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Request } from '@playwright/test'
import { adminPages } from '../../app/shell/office/admin-pages.ts'
import { timeZone } from '../../content/fund-time-zone.ts'
import { publicPages } from '../../content/pages.ts'
import { atFund } from '../../server/demo/sample-terms.ts'
import { newSessionCookies } from '../../tests/e2e/signed-in-person.ts'
import { ensureBuilt } from '../../tests/helpers/build.ts'
import { asOwner } from '../../tests/helpers/owner.ts'
import { startServer, type TestServer } from '../../tests/helpers/server.ts'
import { copyWithOwners } from '../../tests/helpers/site-data.ts'
import { openBrowser } from '../media/tools.ts'
import { steady } from './steady.ts'

/** Who visits, where they begin, and how many pages of one kind are taken; what pages link to comes after. */
interface Visitor {
  name: string
  email?: string
  begins: string[]
  each: number
}

const visitors: Visitor[] = [
  {
    name: 'public',
    begins: [
      ...publicPages.map(({ path }) => path),
      ...['/documents?view=onepager', '/call', '/login', '/login?mode=create', '/no-such-page'],
    ],
    each: 0,
  },
  {
    name: 'office',
    email: atFund('admin'),
    begins: adminPages.filter(({ path }) => !path.includes(':')).map(({ path }) => `/profile/admin/${path}`),
    each: 2,
  },
  { name: 'investor', email: 'elena.marsh@example.com', begins: ['/profile', '/profile/proof'], each: 2 },
  { name: 'delegate', email: 'paul.okafor@example.com', begins: ['/profile'], each: 1 },
  { name: 'guest', email: 'new.investor@example.com', begins: ['/profile'], each: 1 },
]

const widths = [1440, 390]
const schemes = ['light', 'dark'] as const

interface Options {
  /** A data folder of the sample fund, which is copied; a new one if none is given. */
  data?: string | undefined
  /** The one visitor whose pages are wanted; all if none is given. */
  only?: string | undefined
}

type Visit = (page: Page, name: string) => Promise<void>

/**
 * Starts the sample fund's site, and takes every page that its people reach.
 * @returns how many pages
 */
export async function takePictures(folder: string, options: Options): Promise<number> {
  let taken = 0
  await visitEveryPage(options, async (page, name) => {
    taken += 1
    await takePage(page, join(folder, name))
  })
  return taken
}

/** @param file path of its pictures, without width, scheme and ending */
export async function takePage(page: Page, file: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${file}-${width}-${colorScheme}.png`, fullPage: true, animations: 'disabled' })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** @param visit what is done on each page, once it is complete; a page's name begins with its visitor's, as a folder */
export async function visitEveryPage({ data, only }: Options, visit: Visit): Promise<void> {
  await ensureBuilt()
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'promissory-pictures-')))
  if (data) await copyWithOwners([`${data}/.`], dataDir)
  const site = await startServer({}, { args: ['--demo'], dataDir })
  const browser = await openBrowser()
  try {
    for (const visitor of visitors.filter(({ name }) => !only || name === only))
      await visitAs(visitor, browser, site, visit)
  } finally {
    await browser.close()
    await site.dispose()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function visitAs(
  { name, email, begins, each }: Visitor,
  browser: Browser,
  site: TestServer,
  visit: Visit,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    timezoneId: timeZone,
  })
  // A busy machine takes its time, and a page that fails ends it all.
  context.setDefaultTimeout(120_000)
  if (email) await context.addCookies(await cookiesOf(site, email))
  const page = await context.newPage()
  const loading = new Set<Request>()
  // The stream of live updates stays open.
  page.on('request', request => request.resourceType() !== 'eventsource' && loading.add(request))
  page.on('requestfinished', request => loading.delete(request))
  page.on('requestfailed', request => loading.delete(request))
  const waiting = begins.map(address => ({ address, file: `${name}/${fileNameOf(kindOf(address))}` }))
  const seen = new Map<string, number>()
  const known = new Set(begins)
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (!(await open(page, next.address, loading))) continue
    await visit(page, next.file)
    for (const address of each > 0 ? await linksOf(page) : []) {
      const kind = kindOf(address)
      const count = (seen.get(kind) ?? 0) + 1
      if (count > each || known.has(address)) continue
      seen.set(kind, count)
      known.add(address)
      waiting.push({ address, file: `${name}/${fileNameOf(kind)}-${count}` })
    }
  }
  await context.close()
}

async function cookiesOf(site: TestServer, email: string): Promise<Parameters<BrowserContext['addCookies']>[0]> {
  const { rows } = await asOwner(site, 'select id from user_profiles where email = $1', [email])
  return newSessionCookies(site, rows[0].id)
}

/** @returns whether it is a page; a file is none */
async function open(page: Page, address: string, loading: ReadonlySet<Request>): Promise<boolean> {
  const answer = await page.goto(address).catch(() => null)
  if (!answer?.headers()['content-type']?.startsWith('text/html')) return false
  await page.waitForFunction(() => !('eventReplay' in window))
  await page.waitForLoadState('load')
  // A page's own requests, in at most ten seconds: some are repeated until they succeed.
  for (let turn = 0; turn < 50 && loading.size > 0; turn++) await page.waitForTimeout(200)
  await page.evaluate(steady)
  return true
}

/** @returns the addresses of the site that a page links to, in their order */
async function linksOf(page: Page): Promise<string[]> {
  const links = await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([download])')]
    return all.filter(({ origin }) => origin === location.origin).map(({ pathname, search }) => pathname + search)
  })
  return [...new Set(links)].filter(link => /^\/(profile|login)/.test(link) && !/\.\w+(\?|$)|\/export/.test(link))
}

/** Pages of one kind differ in ids, and in the values of what is asked. */
const kindOf = (address: string) =>
  address.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id').replace(/=[^&]*/g, value => (value.length > 12 ? '=' : value))

const fileNameOf = (kind: string) => kind.replace(/[^\w-]+/g, '-').replace(/^-|-$/g, '') || 'home'
