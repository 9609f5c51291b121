import { joinPages } from '../../../../server/pdf/copy-pages.ts'
import { type Fonts, readFonts } from '../../../../server/pdf/fonts.ts'
import { drawFields, type PlacedField } from './draw-fields.ts'
import { openPdf } from './prepare-pages.ts'
import { shownPage } from './shown-page.ts'

/** Parsed once in a thread. */
let fonts: Fonts | undefined

/** @returns a template with texts in their boxes, and other pages behind it. The same make the same bytes. */
export async function fillPages(
  template: Uint8Array,
  fields: readonly PlacedField[],
  appended?: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const { pages, resolve } = await openPdf(template)
  const shown = pages.map(page => shownPage(page, resolve))
  fonts ??= readFonts()
  const drawn = await drawFields(fields, number => shown[number - 1], fonts)
  const texts = await openPdf(drawn.bytes)
  const above = drawn.numbers.flatMap((number, n) => {
    const [page, matrix] = [texts.pages[n], shown[number - 1]?.matrix]
    return page && matrix ? [[number - 1, { page, matrix }] as const] : []
  })
  return joinPages([
    { pages, resolve, above: { pages: new Map(above), resolve: texts.resolve } },
    ...(appended ? [await openPdf(appended)] : []),
  ])
}
