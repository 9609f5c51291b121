import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import subset from 'subset-font'
import { typefaces } from '../../content/typefaces.ts'
import type { Cut, Typeface } from '../../content/typefaces-types.ts'
import { packageFile, project, say } from './tools.ts'

const { display, text } = typefaces
const regular: Cut = { wght: 400 }
const strong: Cut = { wght: 600 }

const span = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
const vietnamese = [0x1a0, 0x1a1, 0x1af, 0x1b0, ...span(0x1ea0, 0x1efa)]
/** Of Latin Extended-A, what few typefaces have: Esperanto and the like, set in the display face. */
const others = [
  ...[0x108, 0x109, 0x114, 0x115, 0x11c, 0x11d, 0x124, 0x125, 0x12c, 0x12d, 0x134, 0x135, 0x138, 0x13f, 0x140],
  ...[0x14e, 0x14f, 0x15c, 0x15d, 0x162, 0x163, 0x166, 0x167],
]
const elsewhere = new Set([...others, ...[0x128, 0x129, 0x131, 0x149, 0x152, 0x153, 0x168, 0x169, 0x17f]])
const european = span(0x100, 0x180).filter(letter => !elsewhere.has(letter))
const letters = String.fromCodePoint(
  ...span(0x20, 0x180),
  ...span(0x2010, 0x2040),
  ...vietnamese,
  ...[0x20ac, 0x2122, 0x2212],
)

/**
 * What PDF files are set in (server/statements/pdf): each face at one weight. `needs` are letters that glyph-runs.ts sets
 * in it, as PDF/UA allows no missing glyph. Vietnamese is set in the display face.
 */
const faces: { file: string; of: Typeface; part: keyof Typeface['files']; cut: Cut; needs: number[] }[] = [
  { file: 'text', of: text, part: 'latin', cut: regular, needs: span(0x21, 0x7f) },
  { file: 'text-strong', of: text, part: 'latin', cut: strong, needs: span(0x21, 0x7f) },
  { file: 'text-more', of: text, part: 'extended', cut: regular, needs: european },
  { file: 'text-strong-more', of: text, part: 'extended', cut: strong, needs: european },
  { file: 'display', of: display, part: 'latin', cut: display.cuts.paper, needs: span(0x21, 0x7f) },
  { file: 'display-more', of: display, part: 'vietnamese', cut: display.cuts.paper, needs: vietnamese },
  { file: 'display-third', of: display, part: 'extended', cut: display.cuts.paper, needs: others },
]

/** Writes the fonts of PDF files, as TrueType, which is what those embed. */
export async function makePaperFonts(): Promise<void> {
  const out = join(project, 'server/statements/pdf/fonts')
  for (const { file, of, part, cut, needs } of faces) {
    const from = of.files[part]
    const font =
      from &&
      (await subset(readFileSync(packageFile(from)), letters, { targetFormat: 'sfnt', variationAxes: { ...cut } }))
    const has = new Set(font ? (create(font) as Font).characterSet : [])
    if (font && needs.every(letter => has.has(letter))) writeFileSync(join(out, `${file}.ttf`), font)
    else say(`${of.name} lacks letters that names on statements may have: ${file}.ttf stays as it is.`)
  }
  for (const [name, of] of [
    ['display', display],
    ['text', text],
  ] as const) {
    copyFileSync(join(dirname(packageFile(of.files.latin)), '../LICENSE'), join(out, `${name}.LICENSE.txt`))
  }
}
