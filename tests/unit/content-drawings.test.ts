import { expect, test } from 'vitest'
import { type Content, faultsIn } from '../../content/check.ts'
import { legalSections } from '../../content/check-legal.ts'
import type { Picture, Sheet } from '../../content/deck-types.ts'
import type { LegalSection } from '../../content/legal/types.ts'
import { content as sample } from '../../scripts/content.ts'

/** The problems found in the sample fund after a change to its legal texts or drawings. */
const problemsWith = (change: Partial<Content>) => faultsIn({ ...sample, ...change })

const drawings = (change: Partial<Content['drawings']>) => problemsWith({ drawings: { ...sample.drawings, ...change } })

/**
 * The problems found after a change to the deck’s third page: `thirdSheet` in its text, `thirdPicture` in its
 * rendering.
 */
function thirdSheet(change: Partial<Sheet>): string[] {
  const { deck, summary } = sample.drawings.sheets
  return drawings({ sheets: { deck: deck.map((sheet, i) => (i === 2 ? { ...sheet, ...change } : sheet)), summary } })
}
function thirdPicture(change: Partial<Picture>): string[] {
  const { deck, summary } = sample.drawings.pictures
  const pages = deck.pages.map((page, i) => (i === 2 ? { ...page, ...change } : page))
  return drawings({ pictures: { deck: { ...deck, pages }, summary } })
}

/** The problems found after one section of `name` was changed, or removed without a `change`. */
function legal(name: 'terms' | 'privacy', id: string, change?: Partial<LegalSection>): string[] {
  const { terms, privacy } = sample.legal
  const all = { terms, privacy }[name]
  const sections = all.sections.flatMap(section =>
    section.id !== id ? [section] : change ? [{ ...section, ...change }] : [],
  )
  return problemsWith({ legal: { terms, privacy, [name]: { ...all, sections } } })
}

test.each([
  ['no heading', { heading: ' ' }, 'content/deck.ts: deck, what, heading is empty.'],
  ['nothing on it', { lead: '', note: '', blocks: [] }, 'content/deck.ts: deck, what, blocks have no text.'],
  [
    'an empty entry',
    { blocks: [{ kind: 'list', items: [{ term: 'Loans', text: '' }] }] },
    'content/deck.ts: deck, what, blocks include an empty block or an empty part.',
  ],
  [
    'an empty table',
    { blocks: [{ kind: 'table', columns: ['Tier'], rows: [] }] },
    'content/deck.ts: deck, what, blocks include an empty block or an empty part.',
  ],
] as [string, Partial<Sheet>, string][])('a deck page with %s is reported', (_, change, fault) => {
  const id = sample.drawings.sheets.deck[2]?.id ?? ''
  expect(thirdSheet(change)).toEqual([fault.replace('what', id)])
})

test.each([
  ['no title', { title: '' }, 'content/pictures/deck.json: page 3, title is empty.'],
  [
    'no text for screen readers',
    { text: [] },
    'content/pictures/deck.json: page 3, text is empty or has an empty line. Screen readers read this text in place of the page.',
  ],
  ['no sizes', { widths: [] }, 'content/pictures/deck.json: page 3, widths is empty.'],
  [
    'a size that was never rendered',
    { widths: [640, 2560] },
    "content/pictures/deck.json: page 3, path has no picture at '/media/deck/03-2560.avif', '/media/deck/03-2560.webp'. Run npm run media -- deck.",
  ],
] as [string, Partial<Picture>, string][])('a rendered page with %s is reported', (_, change, fault) => {
  expect(thirdPicture(change)).toEqual([fault])
})

test('a deck whose page count differs from its text is reported with the command to run', () => {
  const { deck, summary } = sample.drawings.sheets
  expect(drawings({ sheets: { deck: deck.slice(1), summary } })).toEqual([
    `content/pictures/deck.json: pages has ${deck.length}, but content/deck.ts has ${deck.length - 1}. Run npm run media -- deck.`,
  ])
})

test('pictures that show outdated text, such as another fund’s, are reported one by one', () => {
  const { made } = sample.drawings
  const old = Object.fromEntries(Object.entries(made).map(([name, { today }]) => [name, { kept: 'x', today }]))
  expect(drawings({ made: old as typeof made })).toEqual([
    'content/pictures/deck.json: made is out of date: the pages of the pitch deck no longer match content/. Run npm run media -- deck.',
    'content/pictures/summary.json: made is out of date: the pages of the executive summary no longer match content/. Run npm run media -- summary.',
    'content/pictures/og.json: made is out of date: the pictures of shared links no longer match content/. Run npm run media -- og.',
    'content/pictures/plate.json: made is out of date: the letters of the plate no longer match content/. Run npm run media -- plate.',
  ])
})

test('missing files are reported with their paths', () => {
  const { sizeOf } = sample.drawings
  expect(drawings({ sizeOf: path => (/og\/faq|summary\.pdf/.test(path) ? undefined : sizeOf(path)) })).toEqual([
    'content/pictures/summary.json: pdf public/media/summary/executive-summary.pdf is missing or has the wrong size. Run npm run media -- summary.',
    'content/pages.ts: /faq, picture is missing at public/og/faq.png. Run npm run media -- og.',
  ])
})

test('a shared link without text is reported with its page', () => {
  const { faq: _, ...sharing } = sample.drawings.sharing
  expect(drawings({ sharing })).toEqual(['content/sharing.ts: faq has no heading or no line for the picture of /faq.'])
})

const required = Object.entries(legalSections).flatMap(([name, ids]) => ids.map(id => [name, id] as const))

test.each(required)('%s without %s is incomplete', (name, id) => {
  expect(legal(name as 'terms', id)).toEqual([`content/legal/${name}.ts: sections are missing '${id}'.`])
})

test('a legal section without a heading or text, or with an empty entry, is reported', () => {
  const empty = 'has no text, or an empty paragraph or entry.'
  expect(legal('terms', 'sms', { heading: '' })).toEqual(['content/legal/terms.ts: sms, heading is empty.'])
  expect(legal('terms', 'sms', { text: [] })).toEqual([`content/legal/terms.ts: sms, text ${empty}`])
  expect(legal('privacy', 'use', { text: ['So:', ['']] })).toEqual([`content/legal/privacy.ts: use, text ${empty}`])
  expect(legal('privacy', 'use', { text: ['So:', []] })).toEqual([`content/legal/privacy.ts: use, text ${empty}`])
  expect(problemsWith({ legal: { ...sample.legal, terms: { ...sample.legal.terms, effective: '' } } })).toEqual([
    'content/legal/terms.ts: effective is empty.',
  ])
})

test('terms that name another state than the fund’s are reported', () => {
  expect(legal('terms', 'governing-law', { text: ['The laws of Ohio govern.'] })).toEqual([
    `content/legal/terms.ts: governing-law, text does not name '${sample.fund.governingLaw}', the governingLaw of content/fund.ts.`,
  ])
})
