import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Answers } from '../../scripts/first-hour/answers.ts'
import { writeContent } from '../../scripts/first-hour/write-content.ts'
import { cookieOf, newSessionCookies } from '../e2e/signed-in-person.ts'
import { asOwner } from '../helpers/owner.ts'
import { textOfPdf } from '../helpers/pdf-tools.ts'
import { copyProject } from '../helpers/project-copy.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

/** Funds as the first hour makes them: the fewest tiers there can be, and the most, in other states, colors and letters. */
const funds: Answers[] = [
  {
    name: 'Saguaro & Sons Lending',
    shortName: 'Saguaro',
    city: 'Tucson',
    state: 'Arizona',
    timeZone: 'America/Phoenix',
    street: '1 Congress Street',
    zip: '85701',
    ein: undefined,
    phone: '(520) 555-0111',
    domain: 'saguaro.example',
    tiers: [
      { from: 50_000, oneYear: 8, twoYears: 8.5 },
      { from: 250_000, oneYear: 9, twoYears: 9.5 },
    ],
    most: 1_000_000,
    raise: 4_000_000,
    ceiling: 10,
    payouts: ['quarterly'],
    partners: [
      { name: 'Inés Robles', role: 'Managing Partner', before: 'Kept a bank’s books.', answersFor: 'Decides.' },
    ],
    mustAgree: 1,
    founder: 'Managing Partner',
    hue: 15,
  },
  {
    name: 'Łukasiewicz Kredyt Partners',
    shortName: 'Łukasiewicz',
    city: 'Chicago',
    state: 'Illinois',
    timeZone: 'America/Chicago',
    street: '200 Wacker Drive',
    zip: '60606',
    ein: '98-7654321',
    phone: '(312) 555-0122',
    domain: 'lukasiewicz.example',
    tiers: [100_000, 200_000, 300_000, 500_000, 1_000_000, 2_500_000].map((from, at) => ({
      from,
      oneYear: 7 + at / 2,
      twoYears: 7.25 + at / 2,
    })),
    most: 20_000_000,
    raise: 90_000_000,
    ceiling: 20,
    payouts: ['monthly', 'annually'],
    partners: ['Zofia Łukasiewicz', 'Jan Łukasiewicz', 'Ewa Dąbrowska'].map(name => ({
      name,
      role: 'Partner',
      before: 'Lent for a savings bank.',
      answersFor: 'Decides on every loan.',
    })),
    mustAgree: 2,
    founder: 'CEO',
    hue: 255,
  },
]

/** Takes no calls but at its number. */
const withoutCalls = funds[0]

const pages = [
  '/',
  '/overview',
  '/about',
  '/faq',
  '/investor-info',
  '/investor-portal',
  '/guide',
  '/contact',
  '/email-contact',
  '/pitch-deck',
]
pages.push('/documents', '/terms', '/privacy', '/manifest.webmanifest', '/.well-known/security.txt')
const ofSample = /Texas|Larkstone|LARKSTONE|larkstone|Whitfield|555-0142|5125550142|Austin, Texas/

describe.each(funds)('$name', fund => {
  test('is built, demonstrated and read, and nothing of the sample is left in pages, scripts, styles and files', async () => {
    await using copy = await copyProject()
    writeContent(copy.folder, fund)
    if (fund === withoutCalls) await takeNoCalls(copy.folder)
    await copy.node('scripts/media/main.ts', 'deck', 'summary', 'plate', 'og', 'icons')
    await copy.node('scripts/check-content.ts')
    await copy.build()
    await using site = disposable(await startServer({}, { folder: copy.folder, args: ['--demo'] }))
    const html: Record<string, string> = {}
    for (const path of pages) {
      const answer = await fetch(site.url + path)
      expect(answer.status, path).toBe(200)
      html[path] = (await answer.text()).replaceAll('<!-- -->', '')
      expect(html[path].match(ofSample), path).toBeNull()
    }
    expect(html['/']).toContain(fund.shortName.replace('&', '&amp;'))
    expect(html['/investor-info']?.match(/name="tier"/g)).toHaveLength(fund.tiers.length)
    expect(html['/investor-info']?.match(/name="paid"/g)).toHaveLength(fund.payouts.length)
    if (fund === withoutCalls) await expectNoCalls(site.url, html)
    const left = await filesWith(ofSample, join(copy.folder, 'build/client'))
    expect(left).toEqual([])
    expect(await readdir(join(copy.folder, 'public/media/leaders'))).toEqual([])
    await expectMailOfItsOwn(site)
    await expectOwnDocuments(site)
    const { rows } = await asOwner(site, 'select distinct rate_bp from notes')
    const rates = fund.tiers.flatMap(({ oneYear, twoYears }) => [oneYear, twoYears])
    expect(rows.length).toBeGreaterThan(0)
    for (const { rate_bp } of rows) expect(rates).toContain(rate_bp / 100)
    // Some are in every tier.
    for (const { oneYear, twoYears } of fund.tiers) {
      expect(rows.some(({ rate_bp }) => [oneYear, twoYears].includes(rate_bp / 100))).toBe(true)
    }
    const homes = await asOwner(
      site,
      "select distinct state, substring(address_lines from '\\n(.*) \\d{5}$') as city from holders",
    )
    expect(homes.rows.filter(({ city }) => city).map(({ city }) => city)).toEqual([
      `${fund.city}, ${homes.rows[0].state}`,
    ])
    expect(homes.rows[0].state).toBe({ Arizona: 'AZ', Illinois: 'IL' }[fund.state])
    await expectWordsOfItsOwn(fund, html)
  })
})

/** How loans are decided and whom buttons name, as it was answered. */
async function expectWordsOfItsOwn(fund: Answers, html: Record<string, string>): Promise<void> {
  const takesCalls = fund !== withoutCalls
  expect(html['/faq']).toContain(`Ask the ${fund.founder}`)
  expect(html['/faq']).toContain(takesCalls ? 'Ask the CEO directly' : 'Ask the managing partner directly')
  expect(html['/']).toContain(
    takesCalls ? 'Three partners decide, and two of them must agree on every loan' : 'One partner decides, and knows',
  )
  expect(html['/overview']).toContain(takesCalls ? 'a yes from two partners' : 'a yes from one partner')
  expect(html['/faq']).toContain(takesCalls ? 'Two people must agree' : 'One person decides')
  // The address of the founder's page stays.
  for (const [page, text] of Object.entries(html))
    expect(text.replaceAll('/founder', ''), page).not.toMatch(/\bfounder\b/i)
}

async function takeNoCalls(folder: string): Promise<void> {
  const edit = async (name: string, from: RegExp, to: string) => {
    const file = join(folder, 'content', name)
    const code = await readFile(file, 'utf8')
    expect(code).toMatch(from)
    await writeFile(file, code.replace(from, to))
  }
  await edit('call-offers.ts', /const weekdays: CallHours = \{[^}]+\}/, 'const weekdays: CallHours = {}')
  await edit('call-offers.ts', /hours: \{ 2: [^}]+\}/, 'hours: {}')
  await edit('fund.ts', /founderTakesCalls: true/, 'founderTakesCalls: false')
}

async function expectNoCalls(url: string, html: Record<string, string>): Promise<void> {
  for (const path of ['/phone-call-booking', '/video-call-booking', '/founder']) {
    const answer = await fetch(url + path, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')], path).toEqual([302, '/contact'])
    for (const [page, text] of Object.entries(html)) expect(text, page).not.toContain(`href="${path}"`)
  }
  expect(html['/investor-info']).toContain('Ask about this note')
  expect(html['/guide']).not.toContain('Book a call')
  expect(html['/email-contact']).not.toMatch(/video call|same-day/)
}

async function expectMailOfItsOwn(site: TestServer): Promise<void> {
  const to = 'elena.marsh@example.com'
  const body = new URLSearchParams({ intent: 'sign_in.send_code', email: to })
  await fetch(`${site.url}/login`, { method: 'POST', headers: { origin: site.url }, body })
  await site.mailbox.to(to)
  for (const { mail } of site.mailbox.messages) {
    expect(`${mail.subject}\n${mail.text}\n${mail.html}\n${JSON.stringify([mail.headers, mail.from])}`).not.toMatch(
      ofSample,
    )
  }
}

/** Statements, and what the demo's office sends: as someone who reads the PDF gets it, and what stands in its metadata. */
async function expectOwnDocuments(site: TestServer): Promise<void> {
  const { rows } = await asOwner(
    site,
    `select distinct on (filename) id, filename from documents
    where mime_type = 'application/pdf' and file_path is not null order by filename, id`,
  )
  expect(rows.map(({ filename }) => filename).join()).toMatch(/Statement.*Subscription agreement/)
  const desk = await asOwner(site, "select id from user_profiles where email like 'admin@%'")
  const cookie = cookieOf(await newSessionCookies(site, desk.rows[0].id))
  for (const { id, filename } of rows) {
    const answer = await fetch(`${site.url}/files/${id}`, { headers: { cookie } })
    expect(answer.status, filename).toBe(200)
    const pdf = new Uint8Array(await answer.arrayBuffer())
    expect(textOfPdf(pdf) + Buffer.from(pdf).toString('latin1'), filename).not.toMatch(ofSample)
  }
}

/** @returns the names of files below a folder that contain what is looked for, as text or metadata */
async function filesWith(words: RegExp, folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter(each => each.isFile()).map(each => join(each.parentPath, each.name))
  const found: string[] = []
  for (const file of files) if (words.test(await readFile(file, 'latin1'))) found.push(file.slice(folder.length + 1))
  return found
}

function disposable<Server extends { dispose(): Promise<void> }>(server: Server): Server & AsyncDisposable {
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.dispose() })
}
