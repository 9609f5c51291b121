import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { type Fonts, faces } from '../../../../server/pdf/fonts.ts'
import { isFromRight, missingLetters } from '../../../../server/pdf/glyph-runs.ts'
import { type Style, widthOf, writeLine } from '../../../../server/pdf/sheet.ts'
import { PortalError } from '../../../../server/platform/portal-error.ts'
import { fieldSize } from '../../limits.ts'

/** A text and its box, in points from the top left corner of the page as shown. */
export interface PlacedField {
  /** From 1. */
  page: number
  x: number
  y: number
  width: number
  height: number
  text: string
}

/** In sizes of the type: from a line to the next, and from the top of a line to where its letters stand. */
const leading = 1.2
const ascent = 0.92

/**
 * @param size of a page as shown
 * @returns a PDF with a page of that size for each page with fields, in their order, and these pages' numbers
 * @throws PortalError for a text that can't be set in its box
 */
export async function drawFields(
  fields: readonly PlacedField[],
  size: (page: number) => { width: number; height: number } | undefined,
  fonts: Fonts,
): Promise<{ bytes: Uint8Array; numbers: number[] }> {
  const doc = new PDFDocument({ autoFirstPage: false, margin: 0, font: fonts.text as unknown as string })
  for (const face of faces) doc.registerFont(face, fonts[face] as unknown as Buffer)
  const byPage = Map.groupBy(
    fields.filter(field => field.text.trim() !== ''),
    field => field.page,
  )
  const numbers = [...byPage.keys()].sort((a, b) => a - b)
  for (const number of numbers) {
    const page = size(number)
    if (!page) throw placeError(number)
    doc.addPage({ size: [page.width, page.height], margin: 0 })
    for (const field of byPage.get(number) ?? []) drawField(doc, field, page)
  }
  if (numbers.length === 0) doc.addPage()
  doc.end()
  return { bytes: await buffer(doc), numbers }
}

function drawField(doc: PDFKit.PDFDocument, field: PlacedField, page: { width: number; height: number }): void {
  const { x, y, width, height, text } = field
  const isOnPage =
    x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= page.width + 0.5 && y + height <= page.height + 0.5
  if (!isOnPage) throw placeError(field.page)
  const missing = missingLetters(text)
  if (missing.length > 0) throw lettersError(text, missing)
  const { lines, style } = fitted(doc, field)
  const top = y + (height - lines.length * leading * style.size) / 2
  for (const [n, line] of lines.entries()) {
    const left = isFromRight(line) ? x + width - widthOf(doc, line, style) : x
    writeLine(doc, line, left, top + (n * leading + ascent) * style.size, style)
  }
}

/** @returns a text's lines, in the largest type in which they fit */
function fitted(
  doc: PDFKit.PDFDocument,
  { page, width, height, text }: PlacedField,
): { lines: string[]; style: Style } {
  for (let size = fieldSize.most; size >= fieldSize.least; size -= 0.5) {
    const style: Style = { face: 'text', size, color: '#000000' }
    const lines = text
      .trim()
      .split(/\r?\n/)
      .flatMap(each => wrapped(doc, each.trim(), style, width))
    // The last line needs no room below it.
    const isHigh = (lines.length - 1) * leading * size + size > height
    if (!isHigh && lines.every(line => widthOf(doc, line, style) <= width)) return { lines, style }
  }
  throw new PortalError('TEMPLATE_FIELD_LONG', {
    sentence: `“${text}” is too long for its box on page ${page}. Shorten it, or make the box larger.`,
  })
}

function wrapped(doc: PDFKit.PDFDocument, text: string, style: Style, width: number): string[] {
  const lines = ['']
  for (const word of text.split(/[^\S\u00a0]+/)) {
    const longer = `${lines.at(-1)} ${word}`.trimStart()
    if (lines.at(-1) && widthOf(doc, longer, style) > width) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

function placeError(page: number): PortalError {
  return new PortalError('TEMPLATE_FIELD_PLACE', { sentence: `A box isn’t on page ${page}. Place it again.` })
}

/** What can't be seen is named by its number. */
function lettersError(text: string, missing: readonly string[]): PortalError {
  const names = missing.map(letter => {
    const code = `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
    return /[\p{C}\p{M}]/u.test(letter) ? code : `${letter} (${code})`
  })
  return new PortalError('TEMPLATE_LETTERS', {
    sentence: `The typeface of documents has no ${names.join(', ')}. Write “${text}” in other letters.`,
  })
}
