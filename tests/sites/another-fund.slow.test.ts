import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPages } from '../../app/shell/office/admin-pages.ts'
import { cookieOf, newPerson } from '../e2e/signed-in-person.ts'
import { asOwner } from '../helpers/owner.ts'
import { type Copy, copyOfSecondFund } from '../helpers/project-copy.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

/** Builds the site for another fund by replacing files in content/ and nothing else (tests/fixtures/fund-two). */

const project = fileURLToPath(new URL('../..', import.meta.url))
const pages = [
  '/',
  '/overview',
  '/about',
  '/faq',
  '/investor-info',
  '/investor-portal',
  '/terms',
  '/privacy',
  '/guide',
  '/contact',
  '/pitch-deck',
  '/documents',
  '/documents?view=onepager',
]

let copy: Copy | undefined
let site: TestServer | undefined

beforeAll(async () => {
  copy = await copyOfSecondFund()
  const { folder, node } = copy
  // As docs/make-it-yours.md describes: the fund’s own PDF as the deck, and the other pictures rendered again.
  await node('scripts/media/deck-from-pdf.ts', join(project, 'tests/fixtures/files/deck.pdf'))
  await node('scripts/media/main.ts', 'summary', 'og', 'plate', 'icons', 'fonts')
  await node('scripts/check-content.ts')
  await copy.build()
  // On an empty data folder, as the fund's operator starts it.
  site = await startServer({}, { folder, firstStart: true })
})

afterAll(async () => {
  await site?.dispose()
  await copy?.[Symbol.asyncDispose]()
})

/** A page’s HTML, without the comments that React puts between parts of a sentence. */
async function fetchPage(path: string): Promise<{ status: number; html: string; policy: string }> {
  const answer = await fetch(`${site?.url}${path}`)
  const html = (await answer.text()).replaceAll('<!-- -->', '')
  return { status: answer.status, html, policy: answer.headers.get('content-security-policy') ?? '' }
}

test('the plate behind the headline shows the fund’s name, with special characters escaped for SVG', async () => {
  const plate = await readFile(join(copy?.folder ?? '', 'app/site/plate/outer.svg'), 'utf8')
  expect(plate).toContain('HARBOUR ROW CREDIT &#38; TRUST')
  expect(plate).not.toContain('LARKSTONE')
})

test.each(pages)('%s is the second fund’s page and contains nothing of the sample’s', async path => {
  const { status, html } = await fetchPage(path)
  expect(status).toBe(200)
  expect(html).toContain('Harbour Row')
  for (const left of [
    'Larkstone',
    'larkstone',
    'Whitfield',
    '555-0142',
    '5125550142',
    'Texas',
    '$200,000',
    '$200K',
    '11-15',
    '11–15',
    'ounder',
    'our tiers',
  ]) {
    expect(html, left).not.toContain(left)
  }
})

test('its logo stands beside its name, in the tab, and on what is printed', async () => {
  const { html } = await fetchPage('/about')
  expect(html).toContain('<source media="(prefers-color-scheme: dark)" srcSet="/media/logo-night.svg"/>')
  // In the header and, on a plate in both color schemes, in the footer.
  expect(html.match(/<img src="\/media\/logo\.svg" alt=""/g)).toHaveLength(1)
  expect(html.match(/<img src="\/media\/logo-night\.svg" alt=""/g)).toHaveLength(1)
  const [icon] = html.match(/\/assets\/favicon[^"]+/) ?? []
  expect(await (await fetch(`${site?.url}${icon}`)).text()).toContain('data:image/svg+xml;base64,')
  const printed = await readFile(join(copy?.folder ?? '', 'server/pdf/logo.png'))
  expect(printed.subarray(1, 4).toString()).toBe('PNG')
})

test('its typefaces are those of pages and of papers, with what a name may need kept', async () => {
  const css = await readFile(join(copy?.folder ?? '', 'app/shell/styles/fonts/fonts.css'), 'utf8')
  expect(css).toMatch(/"Display full";[^}]+instrument-sans-latin/)
  expect(css).toMatch(/"Text full";[^}]+newsreader-latin-ext/)
  expect(css).toMatch(/"Display fallback";[^}]+Arial/)
  const familyOf = async (file: string) =>
    (create(await readFile(join(copy?.folder ?? '', `server/pdf/fonts/${file}.ttf`))) as Font).familyName
  expect(await familyOf('display')).toContain('Instrument Sans')
  expect(await familyOf('text')).toContain('Newsreader')
  // The new one has no Vietnamese.
  expect(await familyOf('display-more')).toContain('Newsreader')
})

test('its tiers appear in the table and are used by the calculator', async () => {
  const { html } = await fetchPage('/investor-info')
  for (const text of ['Class C', '$1.5M+', '8.75%', '10.25%', '4-6 Day Review Process']) expect(html).toContain(text)
  // Neither a fourth tier nor a payment once a year is offered, and the highest tier pays monthly alone.
  expect(html.match(/name="tier"/g)).toHaveLength(3)
  expect(html).not.toContain('Annually')
  expect(html.match(/name="paid"/g)).toHaveLength(1)
  const below = await fetchPage('/investor-info?amount=250000&term=2&paid=quarterly')
  expect(below.html.match(/name="paid"/g)).toHaveLength(2)
  // A million and a half at 10.25% for two years.
  for (const text of ['$12,812.50', '$153,750', '$307,500', '$1,807,500']) expect(html).toContain(text)
  expect((await fetchPage('/')).html).toContain('A second year adds 0.75 points in every tier.')
  expect((await fetchPage('/investor-info?amount=100')).html).toContain('value="250000"')
})

test('an investor of a fund that has recorded no notes sees nothing of notes', async () => {
  const { cookies } = await newPerson(site as TestServer)
  const answer = await fetch(`${site?.url}/profile`, { headers: { cookie: cookieOf(cookies) } })
  const html = await answer.text()
  expect(html).toContain('Profile &amp; Documents')
  expect(html).not.toMatch(/\/profile\/(notes|accreditation)|Maturity|Next payment/)
})

test('the office of a fund that has recorded no notes has all of its pages, with nothing of the sample’s', async () => {
  const { cookies } = await newPerson(site as TestServer, { isAdmin: true })
  // Payments that are approved together are asked for by their ids.
  const paths = adminPages.map(({ path }) => path).filter(path => !path.includes(':') && path !== 'approvals/together')
  for (const path of paths) {
    const answer = await fetch(`${site?.url}/profile/admin/${path}`, { headers: { cookie: cookieOf(cookies) } })
    expect(answer.status, path).toBe(200)
    const html = await answer.text()
    expect(html, path).toContain('<h1')
    expect(html, path).not.toMatch(/larkstone|whitfield|555-0142/i)
  }
})

test('its demo has notes by its own tiers, and people at its own addresses', async () => {
  await using demo = disposable(await startServer({}, { folder: copy?.folder, args: ['--demo'] }))
  const rates = await asOwner(demo, 'select distinct rate_bp from notes order by rate_bp')
  expect(rates.rows.map(({ rate_bp }) => rate_bp)).toEqual([800, 875, 925, 950, 1025])
  const people = await asOwner(
    demo,
    "select email from user_profiles where email ~ '^(admin|controller)@' order by email",
  )
  expect(people.rows.map(({ email }) => email)).toEqual(['admin@harbourrow.example', 'controller@harbourrow.example'])
})

function disposable(server: TestServer): TestServer & AsyncDisposable {
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.dispose() })
}

test('its founder’s page is at the configured address, and allows the fund’s calendar and no other host', async () => {
  expect((await fetchPage('/founder')).status).toBe(404)
  const { status, policy } = await fetchPage('/senior-partner')
  expect(status).toBe(200)
  expect(policy).toContain('https://calendar.harbourrow.example')
  expect(policy.match(/https:\/\/(?!calendar\.harbourrow\.example)/g)).toBeNull()
})
