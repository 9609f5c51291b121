import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { timeZone } from '../../content/fund-time-zone.ts'
import { atFund } from '../../server/demo/sample-terms.ts'
import { newSessionCookies } from '../../tests/e2e/signed-in-person.ts'
import { ensureBuilt } from '../../tests/helpers/build.ts'
import { asOwner } from '../../tests/helpers/owner.ts'
import { startServer, type TestServer } from '../../tests/helpers/server.ts'
import { openBrowser, project, say } from './tools.ts'

const folder = join(project, 'docs/pictures/handbook')
const office = atFund('admin')
const elena = 'elena.marsh@example.com'

/** A picture of the handbook: a page of the sample fund's site, and its reader. */
interface Shot {
  /** File name in docs/pictures/handbook, without `.webp`. */
  name: string
  /** Signed out without it. */
  who?: string
  path: string | ((site: TestServer) => Promise<string>)
  /** A heading that is on the complete page. */
  shows: string
  /** Preparation on the page. */
  act?: (page: Page) => Promise<void>
  phone?: true
  /** Of the window on a desktop, in pixels. */
  height?: number
}

type Cookies = Awaited<ReturnType<typeof newSessionCookies>>

const shots: Shot[] = [
  { name: 'sign-in', path: '/login', shows: 'Sign in' },
  { name: 'today', who: office, path: '/profile', shows: 'Today' },
  { name: 'people', who: office, path: '/profile/admin/people', shows: 'People' },
  { name: 'person', who: office, path: site => personPage(site, elena), shows: 'Documents', height: 1400 },
  { name: 'signing', who: office, path: '/profile/admin/outstanding', shows: 'Signatures' },
  { name: 'messages', who: office, path: '/profile/admin/messages', shows: 'Inbox' },
  {
    name: 'conversation',
    who: office,
    path: '/profile/admin/messages',
    shows: 'Inbox',
    act: async page => {
      await page.getByRole('link', { name: 'When the first payment arrives' }).click()
      await page.getByRole('heading', { name: 'Remarks' }).waitFor()
    },
  },
  {
    name: 'delete-requests',
    who: office,
    path: '/profile/admin/delete-requests',
    shows: 'Delete requests',
    act: async page => {
      for (const box of await page.getByRole('checkbox', { name: /^Select / }).all()) await box.check()
    },
  },
  { name: 'all-documents', who: office, path: '/profile/admin/documents', shows: 'Documents' },
  { name: 'access', who: office, path: '/profile/admin/access', shows: 'Access' },
  { name: 'log', who: office, path: '/profile/admin/audit', shows: 'Log' },
  { name: 'investor', who: elena, path: '/profile', shows: 'Waiting for you', height: 1400 },
  { name: 'investor-phone', who: elena, path: '/profile', shows: 'Waiting for you', phone: true },
]

/**
 * Takes the pictures of docs/handbook.md on the sample fund's site, and writes them to docs/pictures/handbook. A page
 * that is missing or lacks its heading fails.
 */
export async function makeHandbook(): Promise<void> {
  await ensureBuilt()
  await mkdir(folder, { recursive: true })
  const site = await startServer({ NODE_ENV: 'production' }, { args: ['--demo'] })
  const browser = await openBrowser()
  try {
    await requestAnotherDeletion(site)
    // One session each, so that the log isn't full of sign-ins.
    const cookies = new Map<string, Cookies>()
    for (const who of [office, elena]) cookies.set(who, await newSessionCookies(site, await idOf(site, who)))
    for (const shot of shots) await take(browser, site, shot, cookies.get(shot.who ?? ''))
    say(`${shots.length} pictures of the handbook`)
  } finally {
    await browser.close()
    await site.dispose()
  }
}

async function take(
  browser: Browser,
  site: TestServer,
  { name, path, shows, act, phone, height = 900 }: Shot,
  cookies: Cookies | undefined,
): Promise<void> {
  const viewport = phone ? { width: 390, height: 844 } : { width: 1280, height }
  const context = await browser.newContext({
    baseURL: site.url,
    viewport,
    reducedMotion: 'reduce',
    timezoneId: timeZone,
  })
  try {
    if (cookies) await context.addCookies(cookies)
    const page = await context.newPage()
    const address = typeof path === 'string' ? path : await path(site)
    const answer = await page.goto(address)
    if (!answer?.ok()) throw new Error(`${address} answers with ${answer?.status()}, so there is no picture '${name}'`)
    await page.getByRole('heading', { name: shows }).first().waitFor()
    await page.waitForFunction(() => !('eventReplay' in window))
    await act?.(page)
    // Parts that load by themselves, such as the menu with the person's name.
    await page.waitForLoadState('load')
    await page.waitForTimeout(500)
    await sharp(await page.screenshot())
      .resize({ width: phone ? 390 : 1000 })
      .webp({ quality: 62, effort: 6 })
      .toFile(join(folder, `${name}.webp`))
  } finally {
    await context.close()
  }
}

async function idOf(site: TestServer, email: string): Promise<string> {
  const { rows } = await asOwner(site, 'select id from user_profiles where email = $1', [email])
  return rows[0].id
}

async function personPage(site: TestServer, email: string): Promise<string> {
  return `/profile/admin/people/${await idOf(site, email)}`
}

/** Batch decisions need several requests, and the sample fund has one. */
async function requestAnotherDeletion(site: TestServer): Promise<void> {
  await asOwner(
    site,
    `update documents set delete_request_status = 'pending', delete_requested_by = user_id, delete_requested_at = now()
    where filename = 'Letter of instruction.docx'`,
  )
}
