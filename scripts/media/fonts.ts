import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subset, { type Axis } from 'subset-font'
import { fontOf, tablesOf } from './sfnt.ts'
import { emptyFolder, project, say } from './tools.ts'

const folder = 'app/styles/fonts'
const source = (path: string) => createRequire(import.meta.url).resolve(`@fontsource-variable/${path}`)

const newsreader = { family: 'Newsreader', full: 'newsreader/files/newsreader-latin-opsz-normal.woff2' }
const instrumentSans = {
  family: 'Instrument Sans',
  full: 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
}

/**
 * The faces a page's first words are set in. Newsreader comes in two designs, each at the optical size it is set in:
 * `display` for headings, `text` for what is smaller and a little bolder. Its full file, with every size and weight, is
 * five times as heavy as both.
 */
const faces: (typeof newsreader & { file: string; weight: string; axes: Record<string, Axis> })[] = [
  { ...newsreader, file: 'newsreader-display', weight: '200 360', axes: { wght: 338, opsz: 64 } },
  { ...newsreader, file: 'newsreader-text', weight: '361 800', axes: { wght: 395, opsz: 28 } },
  { ...instrumentSans, file: 'instrument-sans', weight: '400 700', axes: { wght: { min: 400, max: 700 } } },
]

/** What PDF files are set in (server/statements/pdf): each face at one weight, with all letters of Latin-1 or beyond. */
const paperFaces: { file: string; from: string; axes: Record<string, Axis> }[] = [
  { file: 'text', from: 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2', axes: { wght: 400 } },
  { file: 'text-strong', from: 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2', axes: { wght: 600 } },
  { file: 'text-more', from: 'instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2', axes: { wght: 400 } },
  {
    file: 'text-strong-more',
    from: 'instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2',
    axes: { wght: 600 },
  },
  { file: 'display', from: 'newsreader/files/newsreader-latin-opsz-normal.woff2', axes: { wght: 380, opsz: 40 } },
  // Vietnamese, which Instrument Sans doesn't have.
  {
    file: 'display-more',
    from: 'newsreader/files/newsreader-vietnamese-opsz-normal.woff2',
    axes: { wght: 380, opsz: 40 },
  },
]

/** Writes the fonts of PDF files, as TrueType, which is what those embed. */
async function makePaperFonts(): Promise<void> {
  const out = join(project, 'server/statements/pdf/fonts')
  const letters = (from: number, to: number) =>
    String.fromCodePoint(...Array.from({ length: to - from }, (_, i) => from + i))
  const vietnamese = `\u01a0\u01a1\u01af\u01b0${letters(0x1ea0, 0x1efa)}`
  const all = `${letters(0x20, 0x180) + letters(0x2010, 0x2040) + vietnamese}\u20ac\u2122\u2212`
  for (const { file, from, axes } of paperFaces) {
    const font = await subset(readFileSync(source(from)), all, { targetFormat: 'sfnt', variationAxes: axes })
    writeFileSync(join(out, `${file}.ttf`), font)
  }
  for (const name of ['newsreader', 'instrument-sans']) {
    copyFileSync(source(`${name}/LICENSE`), join(out, `${name}.LICENSE.txt`))
  }
}

/**
 * Subsets the fonts to the letters that the site's own texts need, so that they load as fast as the text. All other
 * letters, for example in names, come from the full files, which `app/styles/extended-glyphs.css` lists.
 */
export async function makeFonts(): Promise<void> {
  const letters = usedLetters()
  const out = emptyFolder('.', { pictures: join(project, folder), accounts: '' })
  const rules: string[] = []
  for (const { file, family, full, weight, axes } of faces) {
    const font = await cut(readFileSync(source(full)), letters, axes)
    writeFileSync(join(out, `${file}.woff2`), font)
    rules.push(`@font-face {
  font-family: "${family}";
  font-style: normal;
  font-weight: ${weight};
  font-display: swap;
  src: url("./${file}.woff2") format("woff2");
  unicode-range: ${ranges(letters)};
}
`)
    say(`${family}, ${weight}: ${(font.length / 1000).toFixed(1)} KB`)
  }
  for (const name of ['newsreader', 'instrument-sans']) {
    copyFileSync(source(`${name}/LICENSE`), join(out, `${name}.LICENSE.txt`))
  }
  const head = '/* Written by `npm run media -- fonts`, from the letters that content/ and app/ use. */\n'
  writeFileSync(join(out, 'fonts.css'), head + rules.join('\n'))
  await makePaperFonts()
}

/**
 * @param axes each at one value, or from one to another
 * @returns the font with these letters only, as WOFF2. A variable one spends a quarter of its bytes on how the distance
 * of each pair of letters varies with the weight: it gets those of its middle weight, and a line is a thousandth of its
 * length longer or shorter.
 */
async function cut(font: Buffer, letters: string, axes: Record<string, Axis>): Promise<Buffer> {
  const variable = tablesOf(await subset(font, letters, { targetFormat: 'sfnt', variationAxes: axes }))
  const fixed = tablesOf(await subset(font, letters, { targetFormat: 'sfnt', variationAxes: middleOf(axes) }))
  for (const tag of ['GPOS', 'GDEF']) variable.set(tag, fixed.get(tag) as Buffer)
  return subset(fontOf(variable), letters, { targetFormat: 'woff2' })
}

function middleOf(axes: Record<string, Axis>): Record<string, number> {
  const middle = (axis: Axis) => (typeof axis === 'number' ? axis : ((axis.min ?? 0) + (axis.max ?? 0)) / 2)
  return Object.fromEntries(Object.entries(axes).map(([name, axis]) => [name, middle(axis)]))
}

/** ASCII, typographic marks, and whatever else in the site's texts these fonts can show. */
function usedLetters(): string {
  const always = String.fromCodePoint(...Array.from({ length: 0x5f }, (_, i) => 0x20 + i))
  const marks = '\u00a0§©®°·×±–—‘’“”•…€−'
  const words = ['content', 'app', 'rules'].flatMap(name =>
    readdirSync(join(project, name), { recursive: true, encoding: 'utf8' })
      .filter(path => /\.tsx?$/.test(path))
      .map(path => readFileSync(join(project, name, path), 'utf8')),
  )
  // Characters beyond Latin-1 and its punctuation are in other files of the fonts, if at all.
  const others = words.join('').match(/[\u00a1-\u00ff\u2010-\u205e\u20ac\u2122\u2190-\u2193\u2212]/g) ?? []
  return [...new Set([...always, ...marks, ...others])].sort().join('')
}

/** @returns letters as a CSS `unicode-range` */
function ranges(letters: string): string {
  const spans: [number, number][] = []
  for (const letter of letters) {
    const code = letter.codePointAt(0) as number
    const last = spans.at(-1)
    if (last && last[1] === code - 1) last[1] = code
    else spans.push([code, code])
  }
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')
  return spans.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(', ')
}
