import { expect, test } from 'vitest'
import { sanctions } from '../../../content/sanctions.ts'
import { closeness, ListedNames, nameWords } from '../match-names.ts'
import { readOfacList } from '../server/read-ofac-list.ts'
import { csvOf, type FileEntry, xmlOf } from './ofac-files.ts'

const score = (one: string, other: string) => closeness(nameWords(one), nameWords(other))
const isClose = (one: string, other: string) => score(one, other) >= sanctions.closeFrom

test.each([
  ['Jon Smyth', 'SMITH, John', 91],
  ['John Q. Smith', 'SMITH, John', 100],
  ['John Michael Smith', 'SMITH, John', 98],
  ['Equity Trust Company Custodian FBO John Smith IRA', 'SMITH, John', 98],
  ['JOSÉ ÑANDÚ', 'NANDU, Jose', 100],
  ['Łukasz Gołębski', 'GOLEBSKI, Lukasz', 100],
  ['Sean O’Brien', 'OBRIEN, Sean', 100],
  ['Mohammed Al-Assad', 'ASSAD, Muhammad', 93],
  ['Usama Karim', 'KARIM, Osama', 93],
  ['Acme Trading LLC', 'ACME TRADING CO., LTD.', 100],
  ['The Acme Trust', 'ACME', 100],
])('%s is close to %s', (one, other, expected) => {
  expect(score(one, other)).toBe(expected)
  expect(score(other, one)).toBe(expected)
  expect(isClose(one, other)).toBe(true)
})

test.each([
  ['Mary Smith', 'SMITH, John'],
  ['John Smithson', 'SMITH, John'],
  ['Jane Smith', 'SMITH, John'],
  ['John Smith', 'SMITH'],
  ['Acme Timber LLC', 'ACME TRADING CO.'],
  ['Lakeview Capital LLC', 'LAKE CAPITAL TRADING'],
  ['Iris Vestor', 'INVESTOR, Iris'],
])('%s isn’t close to %s', (one, other) => {
  expect(isClose(one, other)).toBe(false)
})

test('an entry is found by its closest name; a weak alias only where it is the same', () => {
  const entry = {
    name: 'SMITH, John',
    aliases: [
      { name: 'DOE, Richard', isWeak: false },
      { name: 'ROE, Jonathan', isWeak: true },
    ],
  }
  const names = new ListedNames().add([entry, { name: 'OTHER, Nobody', aliases: [] }])
  const find = (name: string) => names.find(name, sanctions.closeFrom).map(({ matched, score }) => [matched, score])
  expect(find('Richard Doe')).toEqual([['DOE, Richard', 100]])
  expect(find('Jonathan Roe')).toEqual([['ROE, Jonathan', 100]])
  expect(find('Jonathon Roe')).toEqual([])
  expect(find('')).toEqual([])
  expect(find('Иван Петров')).toEqual([])
})

const entries: FileEntry[] = [
  {
    uid: '101',
    last: 'KRAZNOV',
    first: 'Dmitri & Sons',
    programs: ['CUBA', 'SDGT'],
    aliases: [
      { last: 'KRASNOFF', first: 'Dmitry' },
      { last: 'MITYA', category: 'weak' },
    ],
    birth: '12 Jan 1960',
    place: 'Port Nowhere, Freedonia',
  },
  { uid: '102', last: 'SEA "STAR"', type: 'Vessel' },
  { uid: '103', last: 'NOWHERE TRADING CO.', type: 'Entity' },
]

test('SDN.XML and SDN.CSV with ALT.CSV read alike', async () => {
  const xml = await readOfacList(xmlOf(entries, '11/24/2026'), '')
  const { list, aliases } = csvOf(entries)
  const csv = await readOfacList(list, aliases)
  expect(xml).toMatchObject({ publishedOn: '2026-11-24', entryCount: 3, aliasCount: 2 })
  expect(csv).toMatchObject({ publishedOn: undefined, entryCount: 3, aliasCount: 2 })
  for (const { entries: read } of [xml, csv]) {
    expect(read).toHaveLength(2)
    expect(read[0]).toMatchObject({
      ...{ uid: '101', kind: 'individual', name: 'KRAZNOV, Dmitri & Sons', programs: ['CUBA', 'SDGT'] },
      ...{ births: ['12 Jan 1960'], places: ['Port Nowhere, Freedonia'] },
      aliases: [
        { name: 'KRASNOFF, Dmitry', isWeak: false },
        { name: 'MITYA', isWeak: true },
      ],
    })
    expect(read[1]).toMatchObject({ uid: '103', kind: 'entity', name: 'NOWHERE TRADING CO.' })
  }
  expect(csv.entries[0]?.remarks).toContain('nationality Freedonia')
})

test('CSV in Latin-1 keeps its letters', async () => {
  const { list, aliases } = csvOf([{ ...entries[0], last: 'NÚÑEZ', first: 'José' } as FileEntry])
  const read = await readOfacList(new Uint8Array(Buffer.from(list, 'latin1')), aliases)
  expect(read.entries[0]?.name).toBe('NÚÑEZ, José')
})

const xml = xmlOf(entries, '11/24/2026')
const { list, aliases } = csvOf(entries)
const otherAliases = csvOf([{ uid: '999', last: 'X', aliases: [{ last: 'Y Z' }] }]).aliases
const bytes = (text: string) => new Uint8Array(Buffer.from(text))

test.each<[string, string | Uint8Array, string, string]>([
  ['an XML file that is cut', xml.slice(0, -40), '', 'SANCTIONS_CUT'],
  ['one with fewer entries than it says', xmlOf(entries, '11/24/2026', 4), '', 'SANCTIONS_CUT'],
  ['the advanced format', '<?xml version="1.0"?><Sanctions xmlns="x"></Sanctions>', '', 'SANCTIONS_FILE'],
  ['another XML file', '<?xml version="1.0"?><rss></rss>', '', 'SANCTIONS_FILE'],
  ['entities of its own', `<!DOCTYPE sdnList [<!ENTITY a "b">]>${xml}`, '', 'SANCTIONS_FILE'],
  ['a page of HTML saved as CSV', bytes('<!DOCTYPE html><html><body>Sign in</body></html>'), aliases, 'SANCTIONS_FILE'],
  ['a ZIP', bytes('PK\u0003\u0004 SDN_XML'), '', 'SANCTIONS_FILE'],
  ['a CSV file that is cut', list.slice(0, list.lastIndexOf('-0- ,-0-')), aliases, 'SANCTIONS_CUT'],
  ['another CSV file', 'Date,Amount\n2026-01-01,5\n2026-01-02,6\n', aliases, 'SANCTIONS_FILE'],
  ['the file of aliases in place of the list', aliases, aliases, 'SANCTIONS_FILE'],
  ['a list without its aliases', list, '', 'SANCTIONS_ALIASES'],
  ['the aliases of another list', list, otherAliases, 'SANCTIONS_ALIASES'],
  ['an empty file', '', aliases, 'SANCTIONS_FILE'],
])('%s is refused', async (_, file, aliasFile, code) => {
  await expect(readOfacList(file, aliasFile)).rejects.toMatchObject({ code })
})

test('a list as long as OFAC’s is read and searched', async () => {
  const long = Array.from({ length: 20_000 }, (_, n): FileEntry => {
    const word = (seed: number) =>
      String.fromCodePoint(...[7, 11, 13, 17, 19, 23].map(prime => 65 + ((n * prime + seed * 31 + (n >> 5)) % 26)))
    return { uid: String(n + 1), last: word(1), first: word(2), aliases: [{ last: word(3), first: word(4) }] }
  })
  const { entries: read } = await readOfacList(xmlOf([...long, ...entries], '11/24/2026'), '')
  expect(read).toHaveLength(20_002)
  const names = new ListedNames().add(read)
  expect(names.find('Dmitri Kraznov Sons', 88)[0]).toMatchObject({ matched: 'KRAZNOV, Dmitri & Sons', score: 100 })
})
