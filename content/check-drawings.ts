import { filled, isPlace, listed, repeated, unless } from './check-helpers.ts'
import type { Picture, Pictures, Sheet } from './deck-types.ts'
import type { PublicPage } from './pages.ts'

/** The sources of drawings, their pictures, and access to the files. */
export type Drawings = {
  sheets: { deck: readonly Sheet[]; summary: Sheet }
  pictures: { deck: Pictures; summary: Pictures }
  pages: readonly PublicPage[]
  /** Words of the pictures for shared links. */
  sharing: Record<string, { heading: string; line: string }>
  /** Fingerprints of the pictures' words: when they were made, and of the current content/. */
  made: Record<'deck' | 'summary' | 'og' | 'plate', { kept: string | undefined; today: string }>
  /** @returns bytes of a file below public/, undefined if there is none */
  sizeOf: (path: string) => number | undefined
}

/** @returns faults of the deck, the summary and the pictures of shared links, by file and field */
export function inDrawings({ sheets, pictures, pages, sharing, made, sizeOf }: Drawings): string[] {
  const own = pictures.deck.from === 'pdf'
  const deckAgain = own ? 'npm run deck -- FILE.pdf, or npm run media -- deck' : 'npm run media -- deck'
  return [
    ...inSheets('deck', sheets.deck),
    ...inSheets('summary', [sheets.summary]),
    ...inPictures('deck', pictures.deck, sizeOf, deckAgain),
    ...inPictures('summary', pictures.summary, sizeOf, 'npm run media -- summary'),
    ...unless(
      own || pictures.deck.pages.length === sheets.deck.length,
      'content/pictures/deck.json: pages',
      `has ${pictures.deck.pages.length}, but content/deck.ts has ${sheets.deck.length}. Run npm run media -- deck.`,
    ),
    ...ofToday('content/pictures/deck.json', 'the pages of the pitch deck', made.deck, deckAgain),
    ...ofToday(
      'content/pictures/summary.json',
      'the pages of the executive summary',
      made.summary,
      'npm run media -- summary',
    ),
    ...ofToday('content/pictures/og.json', 'the pictures of shared links', made.og, 'npm run media -- og'),
    ...ofToday('content/pictures/plate.json', 'the letters of the plate', made.plate, 'npm run media -- plate'),
    ...pages.flatMap(({ path, picture }) => [
      ...unless(
        filled(sharing[picture]?.heading ?? '') && filled(sharing[picture]?.line ?? ''),
        `content/sharing.ts: ${picture}`,
        `has no heading or no line for the picture of ${path}.`,
      ),
      ...unless(
        Boolean(sizeOf(`/og/${picture}.png`)),
        `content/pages.ts: ${path}, picture`,
        `is missing at public/og/${picture}.png. Run npm run media -- og.`,
      ),
    ]),
  ]
}

function ofToday(
  file: string,
  what: string,
  { kept, today }: { kept: string | undefined; today: string },
  run: string,
) {
  return unless(kept === today, `${file}: made`, `is out of date: ${what} no longer match content/. Run ${run}.`)
}

function inSheets(name: 'deck' | 'summary', sheets: readonly Sheet[]): string[] {
  const twice = repeated(sheets.map(({ id }) => id))
  const at = (id: string, field: string) => `content/deck.ts: ${name}, ${id}, ${field}`
  return [
    ...unless(sheets.length > 0, `content/deck.ts: ${name}`, 'has no pages.'),
    ...unless(twice.length === 0, `content/deck.ts: ${name}, id`, `is used twice: ${listed(twice)}.`),
    ...sheets.flatMap(({ id, heading, lead, blocks, note }) => [
      ...unless(
        isPlace(id),
        `content/deck.ts: ${name}, id`,
        `'${id}' must consist of lowercase letters, digits and hyphens.`,
      ),
      ...unless(filled(heading), at(id, 'heading'), 'is empty.'),
      ...unless(blocks.length > 0 || filled(lead ?? '') || filled(note ?? ''), at(id, 'blocks'), 'have no text.'),
      ...unless(
        blocks.every(({ kind: _, ...holds }) => texts(holds).every(filled) && texts(holds).length > 0),
        at(id, 'blocks'),
        'include an empty block or an empty part.',
      ),
    ]),
  ]
}

/** Every text in a block, however deep. An empty list counts as an empty text. */
function texts(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  const parts = Object.values(part as object)
  return parts.length > 0 ? parts.flatMap(texts) : ['']
}

function inPictures(name: string, { pdf, pdfSize, pages }: Pictures, sizeOf: Drawings['sizeOf'], again: string) {
  const file = `content/pictures/${name}.json`
  const missing = (page: Picture) =>
    page.widths
      .flatMap(width => [`${page.path}-${width}.avif`, `${page.path}-${width}.webp`])
      .filter(path => !sizeOf(path))
  return [
    ...unless(pages.length > 0, `${file}: pages`, `is empty. Run ${again}.`),
    ...unless(sizeOf(pdf) === pdfSize, `${file}: pdf`, `public${pdf} is missing or has the wrong size. Run ${again}.`),
    ...pages.flatMap((page, i) => {
      const at = (field: string) => `${file}: page ${i + 1}, ${field}`
      const gone = missing(page)
      return [
        ...unless(filled(page.title), at('title'), 'is empty.'),
        ...unless(
          page.text.length > 0 && page.text.flat().every(filled),
          at('text'),
          'is empty or has an empty line. Screen readers read this text in place of the page.',
        ),
        ...unless(page.widths.length > 0, at('widths'), 'is empty.'),
        ...unless(gone.length === 0, at('path'), `has no picture at ${listed(gone)}. Run ${again}.`),
      ]
    }),
  ]
}
