import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import subset from 'subset-font'
import { typefaces } from '../../content/typefaces.ts'
import type { Cut, Typeface } from '../../content/typefaces-types.ts'
import type { Face } from '../../server/pdf/fonts.ts'
import { runsOf, scripts } from '../../server/pdf/glyph-runs.ts'
import { packageFile, project, say } from './tools.ts'

const { display, text } = typefaces
const regular: Cut = { wght: 400 }
const strong: Cut = { wght: 600 }

const span = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
const vietnamese = [0x1a0, 0x1a1, 0x1af, 0x1b0, ...span(0x1ea0, 0x1efa)]
const letters = String.fromCodePoint(
  ...span(0x20, 0x180),
  ...span(0x2010, 0x2040),
  ...vietnamese,
  ...[0x20ac, 0x2122, 0x2212],
)

/** The fonts of PDF files (server/pdf): each face at one weight. */
const faces: { file: Face; of: Typeface; part: keyof Typeface['files']; cut: Cut }[] = [
  { file: 'text', of: text, part: 'latin', cut: regular },
  { file: 'text-strong', of: text, part: 'latin', cut: strong },
  { file: 'text-more', of: text, part: 'extended', cut: regular },
  { file: 'text-strong-more', of: text, part: 'extended', cut: strong },
  { file: 'display', of: display, part: 'latin', cut: display.cuts.paper },
  { file: 'display-more', of: display, part: 'vietnamese', cut: display.cuts.paper },
  { file: 'display-third', of: display, part: 'extended', cut: display.cuts.paper },
  { file: 'signs', of: display, part: 'latin', cut: display.cuts.paper },
]

/** Where the letters of other scripts come from: packages of one family. */
const scriptFiles: Record<keyof typeof scripts, string> = {
  greek: '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff2',
  cyrillic: '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff2',
  hebrew: '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff2',
  arabic: '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff2',
}

/** Letters that glyph-runs.ts sets in each face: PDF/UA allows no missing glyph. */
const setIn = Map.groupBy(
  (['text', 'text-strong', 'display'] as const).flatMap(face => [...letters].flatMap(each => runsOf(each, face))),
  run => run.face,
)

/** Writes the fonts of PDF files, as TrueType, which PDFs embed. */
export async function makePdfFonts(): Promise<void> {
  const out = join(project, 'server/pdf/fonts')
  for (const { file, of, part, cut } of faces) {
    const from = of.files[part]
    const needs = (setIn.get(file) ?? []).flatMap(run => [...run.text])
    const cutTo = file === 'signs' ? ` ${needs.join('')}` : letters
    const font =
      from &&
      (await subset(readFileSync(packageFile(from)), cutTo, { targetFormat: 'sfnt', variationAxes: { ...cut } }))
    const has = new Set(font ? (create(font) as Font).characterSet : [])
    if (font && needs.every(letter => has.has(letter.codePointAt(0) as number)))
      writeFileSync(join(out, `${file}.ttf`), font)
    else say(`${of.name} lacks letters that names on statements may have: ${file}.ttf stays as it is.`)
  }
  for (const [script, file] of Object.entries(scriptFiles)) {
    const letters = span(0x300, 0x2200).map(code => String.fromCodePoint(code))
    const own = letters.filter(letter => scripts[script as keyof typeof scripts].test(letter)).join('')
    writeFileSync(
      join(out, `${script}.ttf`),
      await subset(readFileSync(packageFile(file)), own, { targetFormat: 'sfnt' }),
    )
  }
  copyFileSync(packageFile('@fontsource/noto-sans/LICENSE'), join(out, 'scripts.LICENSE.txt'))
  for (const [name, of] of [
    ['display', display],
    ['text', text],
  ] as const) {
    copyFileSync(join(dirname(packageFile(of.files.latin)), '../LICENSE'), join(out, `${name}.LICENSE.txt`))
  }
}
