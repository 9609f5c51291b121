import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import subset, { type Axis } from 'subset-font'
import type { Typeface } from '../../content/typefaces-types.ts'
import { packageFile } from './tools.ts'

/** Fonts that readers already have, with their widths from the metrics of PDF's standard fonts (Adobe's AFM). */
const local = {
  serif: { names: ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif'], metrics: 'Times-Roman' },
  'sans-serif': { names: ['Arial', 'ArialMT', 'Liberation Sans', 'Roboto'], metrics: 'Helvetica' },
}

/** Typical English: letters about as frequent as in the site's sentences. */
const sample =
  'Lend through a fund that a family runs: a fixed rate, a promissory note, and a payment on the day it is due. The money ' +
  'that you lend is lent again for six to twelve months, against collateral that two people have seen. You know what you ' +
  'are owed, when it is paid, and whom to call. $200,000 for two years at 13% pays $2,166.67 every month.'

/**
 * @param axes of the cut; a range counts by its middle
 * @returns the rule of a face's fallback until it is loaded, with the same width and height, so that no line moves
 */
export async function fallbackRule(
  family: string,
  { files, fallback }: Typeface,
  weight: string,
  axes: Record<string, Axis>,
): Promise<string> {
  const fixed = Object.fromEntries(
    Object.entries(axes).map(([name, axis]) => [name, typeof axis === 'number' ? axis : (axis.min ?? 400)]),
  )
  const bytes = await subset(readFileSync(packageFile(files.latin)), sample, {
    targetFormat: 'sfnt',
    variationAxes: fixed,
  })
  const font = create(bytes) as Font
  const own = font.layout(sample).advanceWidth / font.unitsPerEm
  const { names, metrics } = local[fallback]
  const ratio = own / widthIn(metrics)
  const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`
  return `@font-face {
  font-family: "${family} fallback";
  font-weight: ${weight};
  src: ${names.map(name => `local("${name}")`).join(', ')};
  size-adjust: ${percent(ratio)};
  ascent-override: ${percent(font.ascent / font.unitsPerEm / ratio)};
  descent-override: ${percent(-font.descent / font.unitsPerEm / ratio)};
  line-gap-override: 0%;
}
`
}

/** @returns the width of the sample in ems, kerned as in browsers */
function widthIn(metrics: string): number {
  const afm = readFileSync(join(dirname(packageFile('pdfkit')), `data/${metrics}.afm`), 'latin1')
  const glyphs = new Map(
    [...afm.matchAll(/^C (\d+) ; WX (\d+) ; N (\w+)/gm)].map(([, code, width, name]) => [
      String.fromCodePoint(Number(code)),
      { width: Number(width), name },
    ]),
  )
  const pairs = new Map(
    [...afm.matchAll(/^KPX (\w+) (\w+) (-?\d+)/gm)].map(([, a, b, by]) => [`${a} ${b}`, Number(by)]),
  )
  let width = 0
  let before: string | undefined
  for (const letter of sample) {
    const glyph = glyphs.get(letter)
    width += (glyph?.width ?? 500) + (pairs.get(`${before} ${glyph?.name}`) ?? 0)
    before = glyph?.name
  }
  return width / 1000
}
