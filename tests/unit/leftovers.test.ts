import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fund } from '../../content/fund.ts'
import { leftoversIn, listOf, missingTexts } from '../../scripts/leftovers.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)
const sentence = 'We lend for six to twelve months, against collateral that two people have seen.'
const sample = {
  'content/faq.ts': [sentence, 'fails. Two people must agree.'].map(hash),
  'content/fund.ts': ['currentRaise: 30_000_000'].map(hash),
  'content/home.ts': [''],
  'content/deck.ts': [''],
  'content/notes.ts': ['rateCeilingBp: 1800', 'lawfulBp: 2800'].map(hash),
  'content/testimonials.ts': [hash('Board of Governors of the Federal Reserve System')],
}
const textsIn = (file: string, code: string, kept: string[] = []) =>
  leftoversIn({ [file]: code }, kept, sample).map(({ line, text }) => `${line}: ${text}`)

test('each text that is still the sample’s is named with its line', () => {
  const code = `export const faq = {\n  heading: 'Ours',\n  lead: '${sentence}',\n  more: '${sentence}',\n}\n`
  expect(textsIn('content/faq.ts', code)).toEqual([`3: ${sentence}`, `4: ${sentence}`])
})

test('a short part of a longer text counts as the sample’s, wherever its lines are broken', () => {
  const code = "export const a =\n  'If the first plan goes wrong, another ' +\n  'fails. Two people must agree.'\n"
  expect(textsIn('content/faq.ts', code)).toEqual([
    '2: If the first plan goes wrong, another …fails. Two people must agree.',
  ])
})

test('the letters before the sample’s notes are named, though they are short', () => {
  expect(textsIn('content/notes.ts', "export const settings = { numberPrefix: 'LK' }\n")).toEqual(['1: LK'])
})

test('a number that only the fund can know is named where it is the sample’s', () => {
  const code = (raise: string) => `export const fund = {\n  currentRaise: ${raise},\n}\n`
  expect(textsIn('content/fund.ts', code('30_000_000'))).toEqual(['2: currentRaise: 30_000_000'])
  expect(textsIn('content/fund.ts', code('5_000_000'))).toEqual([])
})

test('what binds the fund or names it comes before what is only read', () => {
  const files = {
    'content/faq.ts': `export const faq = { lead: '${sentence}' }\n`,
    'content/fund.ts': 'export const fund = {\n  currentRaise: 30_000_000,\n}\n',
  }
  expect(leftoversIn(files, [], sample).map(({ file }) => file)).toEqual(['content/fund.ts', 'content/faq.ts'])
})

test('what others have published isn’t the sample’s', () => {
  const code = "export const all = [{ company: 'Board of Governors of the Federal Reserve System' }]\n"
  expect(textsIn('content/testimonials.ts', code)).toEqual([])
})

test('what the fund has read and keeps is named no more: a file, or a text by its beginning', () => {
  const code = `export const faq = { lead: '${sentence}' }\n`
  expect(textsIn('content/faq.ts', code, ['content/faq.ts'])).toEqual([])
  expect(textsIn('content/faq.ts', code, ['content/faq.ts: We lend for six to twelve'])).toEqual([])
  expect(textsIn('content/faq.ts', code, ['content/faq.ts: We lend for years'])).toHaveLength(1)
})

test('a fund that wrote its own is told nothing', () => {
  const code = "export const faq = { lead: 'We lend for a year at most, and know every borrower by name.' }\n"
  expect(textsIn('content/faq.ts', code)).toEqual([])
})

test('the list says how many a file has, and shows as many as asked', () => {
  const left = [1, 2, 3].map(line => ({ file: 'content/faq.ts', line, text: `Sentence ${line}` }))
  expect(listOf([...left, { file: 'content/home.ts', line: 7, text: 'Another' }], 2)).toEqual([
    ...['content/faq.ts: 3 texts', '  line 1: Sentence 1', '  line 2: Sentence 2', '  and 1 more'],
    ...['content/home.ts: 1 text', '  line 7: Another'],
  ])
})

test('the two halves of the sample’s headline, and the deck’s cover, are named', () => {
  expect(textsIn('content/home.ts', "export const home = { headline: ['The Power', 'of Certainty'] }\n")).toHaveLength(
    2,
  )
  expect(textsIn('content/deck.ts', "export const deck = [{ heading: 'The Power of Certainty' }]\n")).toHaveLength(1)
})

test('the rates that the law of the sample’s state allows are named until they are changed or kept', () => {
  const code = (ceiling: number, lawful: number) =>
    `export const noteSettings = { limits: { rateCeilingBp: ${ceiling}, lawfulBp: ${lawful} } }\n`
  const both = ['1: rateCeilingBp: 1800', '1: lawfulBp: 2800']
  expect(textsIn('content/notes.ts', code(1800, 2800))).toEqual(both)
  expect(textsIn('content/notes.ts', code(1600, 1600))).toEqual([])
  expect(
    textsIn(
      'content/notes.ts',
      code(1800, 2800),
      both.map(each => each.replace('1:', 'content/notes.ts:')),
    ),
  ).toEqual([])
})

test('what is kept of a file that isn’t there is named', () => {
  const files = { 'content/faq.ts': '' }
  expect(missingTexts(files, ['content/faq.ts', 'content/faq.ts: None.', 'content/faqs.ts', 'faq.ts'])).toEqual([
    ...['content/faqs.ts', 'faq.ts'],
  ])
})

test('no code names the fund: its facts come from content/', async () => {
  const facts = [fund.name, fund.shortName, fund.phone, fund.phoneDial, fund.siteLabel]
  const files = (await Promise.all(['app', 'server', 'rules'].map(sourcesOf))).flat()
  expect(files.length).toBeGreaterThan(1000)
  const found = await Promise.all(
    files.map(async file => {
      const code = await readFile(file, 'utf8')
      return facts.filter(fact => code.includes(fact)).map(fact => `${file}: ${fact}`)
    }),
  )
  expect(found.flat()).toEqual([])
})

/** The demo's people belong to the sample; the plate is drawn from the fund's name. */
async function sourcesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile() && /\.(ts|tsx|css|sql)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => !file.startsWith('server/demo/') && !file.includes('/tests/'))
}
