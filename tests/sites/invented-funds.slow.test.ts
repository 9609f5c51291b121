import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Answers } from '../../scripts/first-hour/answers.ts'
import { writeContent } from '../../scripts/first-hour/write-content.ts'
import { asOwner } from '../helpers/owner.ts'
import { copyProject } from '../helpers/project-copy.ts'
import { startServer } from '../helpers/server.ts'

/** Funds as the first hour makes them: the fewest tiers there can be, and the most, in other states, colors and letters. */
const funds: Answers[] = [
  {
    name: 'Saguaro & Sons Lending',
    shortName: 'Saguaro',
    city: 'Tucson',
    state: 'Arizona',
    timeZone: 'America/Phoenix',
    phone: '(520) 555-0111',
    domain: 'saguaro.example',
    tiers: [
      { from: 50_000, oneYear: 8, twoYears: 8.5 },
      { from: 250_000, oneYear: 9, twoYears: 9.5 },
    ],
    most: 1_000_000,
    ceiling: 10,
    payouts: ['quarterly'],
    partners: [
      { name: 'Inés Robles', role: 'Managing Partner', before: 'Kept a bank’s books.', answersFor: 'Decides.' },
    ],
    hue: 15,
  },
  {
    name: 'Łukasiewicz Kredyt Partners',
    shortName: 'Łukasiewicz',
    city: 'Chicago',
    state: 'Illinois',
    timeZone: 'America/Chicago',
    phone: '(312) 555-0122',
    domain: 'lukasiewicz.example',
    tiers: [100_000, 200_000, 300_000, 500_000, 1_000_000, 2_500_000].map((from, at) => ({
      from,
      oneYear: 7 + at / 2,
      twoYears: 7.25 + at / 2,
    })),
    most: 20_000_000,
    ceiling: 20,
    payouts: ['monthly', 'annually'],
    partners: ['Zofia Łukasiewicz', 'Jan Łukasiewicz', 'Ewa Dąbrowska'].map(name => ({
      name,
      role: 'Partner',
      before: 'Lent for a savings bank.',
      answersFor: 'Decides on every loan.',
    })),
    hue: 255,
  },
]

const pages = [
  '/',
  '/overview',
  '/about',
  '/faq',
  '/investor-info',
  '/investor-portal',
  '/guide',
  '/contact',
  '/pitch-deck',
]
pages.push('/documents', '/terms', '/privacy', '/manifest.webmanifest', '/.well-known/security.txt')
const ofSample = /Larkstone|LARKSTONE|larkstone|Whitfield|555-0142|5125550142|Austin, Texas/

describe.each(funds)('$name', fund => {
  test('is built, demonstrated and read, and nothing of the sample is left in pages, scripts, styles and files', async () => {
    await using copy = await copyProject()
    writeContent(copy.folder, fund)
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
    const left = await filesWith(ofSample, join(copy.folder, 'build/client'))
    // The sample's signatures are pictures without a word; their names are addresses that nothing leads to.
    expect(left).toEqual([])
    const { rows } = await asOwner(site, 'select distinct rate_bp from notes')
    const rates = fund.tiers.flatMap(({ oneYear, twoYears }) => [oneYear, twoYears])
    expect(rows.length).toBeGreaterThan(0)
    for (const { rate_bp } of rows) expect(rates).toContain(rate_bp / 100)
  })
})

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
