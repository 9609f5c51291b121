import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import subset, { type Axis } from 'subset-font'
import { typefaces } from '../../content/typefaces.ts'
import type { Cut, Typeface } from '../../content/typefaces-types.ts'
import { fallbackRule } from './font-fallback.ts'
import { makePdfFonts } from './pdf-fonts.ts'
import { fontOf, tablesOf } from './sfnt.ts'
import { emptyFolder, packageFile, project, say } from './tools.ts'

const folder = 'app/shell/styles/fonts'

const { display, text } = typefaces
const axesOf = ({ wght, opsz }: Cut): Record<string, Axis> => (opsz ? { wght, opsz } : { wght })

/**
 * The faces of a page's first words, by their names in styles. The display face comes in two designs, each at its
 * optical size: one for headings and one for smaller, slightly bolder text. Its full file, with every size and weight,
 * is five times as heavy as both.
 */
const faces: { family: string; face: Typeface; file: string; weight: string; axes: Record<string, Axis> }[] = [
  { family: 'Display', face: display, file: 'display', weight: '200 360', axes: axesOf(display.cuts.headings) },
  { family: 'Display', face: display, file: 'display-small', weight: '361 800', axes: axesOf(display.cuts.small) },
  {
    family: 'Text',
    face: text,
    file: 'text',
    weight: `${text.from} ${text.to}`,
    axes: { wght: { min: text.from, max: text.to } },
  },
]

/**
 * Ranges of the full files, by the files of a face. They overlap, which makes them short; the later rule wins. No range
 * may include a character that the site uses and the file lacks, such as U+2192: every page would load the file.
 */
const otherLetters = {
  extended: 'U+0100-02FF, U+1E00-1EFF',
  latin: 'U+0000-00FF, U+0131, U+0152-0153, U+02BB-036F, U+2000-206F, U+20AC, U+2122, U+2212, U+2215',
}

/**
 * Subsets the fonts to the letters that the site's own texts need, so that they load as fast as the text. All other
 * letters, for example in names, come from the full files.
 */
export async function makeFonts(): Promise<void> {
  const letters = usedLetters()
  const out = emptyFolder('.', { pictures: join(project, folder), accounts: '' })
  const rules: string[] = []
  const fallbacks: string[] = []
  for (const { file, family, face, weight, axes } of faces) {
    const font = await cut(readFileSync(packageFile(face.files.latin)), letters, axes)
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
    fallbacks.push(await fallbackRule(family, face, weight, axes))
    say(`${face.name}, ${weight}: ${(font.length / 1000).toFixed(1)} KB`)
  }
  for (const [family, face] of [
    ['Display', display],
    ['Text', text],
  ] as const) {
    copyFileSync(
      join(dirname(packageFile(face.files.latin)), '../LICENSE'),
      join(out, `${family.toLowerCase()}.LICENSE.txt`),
    )
    rules.push(...fullFiles(family, face))
  }
  const head =
    '/* Written by `npm run media -- fonts`, of content/typefaces.ts and the letters that content/ and app/ use. */\n'
  writeFileSync(join(out, 'fonts.css'), `${head}${[...fallbacks, ...rules].join('\n')}`)
  await makePdfFonts()
}

/** @returns rules for the full files of a face; browsers load one only if a page has a letter of it */
function fullFiles(family: string, { files, weights }: Typeface): string[] {
  return (['extended', 'latin'] as const).flatMap(part =>
    files[part]
      ? [
          `@font-face {
  font-family: "${family} full";
  font-weight: ${weights};
  font-display: swap;
  src: url("${files[part]}") format("woff2");
  unicode-range: ${otherLetters[part]};
}
`,
        ]
      : [],
  )
}

/**
 * @param axes each at one value, or a range
 * @returns the font with these letters only, as WOFF2. A variable one spends a quarter of its bytes on varying kerning
 *   with the weight: it gets that of its middle weight, and a line is a thousandth of its length longer or shorter.
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
      .filter(path => /\.tsx?$/.test(path) && !path.includes('/tests/'))
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
