import type { Column, Row, TableBlock } from './pdf-content.ts'
import { colors, type Element, lineWidth, page, type Sheet, type Style } from './sheet.ts'

const gap = 10
const leading = 11.5
const headLeading = 9.5
const padding = 3

interface Place {
  column: Column
  left: number
  right: number
}

/** Draws a table. Rows never break over pages; heads are repeated on each. */
export function drawTable(sheet: Sheet, block: TableBlock): void {
  const places = placesOf(sheet, block)
  sheet.ensureRoom(headHeight(sheet, places) + 2 * (leading + 2 * padding))
  const table = sheet.open('Table', undefined, { title: block.title })
  drawHead(sheet, places, table)
  block.rows.forEach((row, i) => {
    const next = block.rows[i + 1]
    // A balance is never alone at the top of a page.
    drawRow(sheet, places, { row, table, with: next?.isTotal ? next : undefined })
  })
  table.end()
  sheet.artifact(() => sheet.line(sheet.y, { width: 0.8, color: colors.ink }))
  sheet.y += 12
}

/** @returns where each column is. Money and days are never divided: only columns of words give way to them. */
function placesOf(sheet: Sheet, { columns, rows }: TableBlock): Place[] {
  const width = lineWidth - gap * (columns.length - 1)
  const sharesOf = (some: readonly Column[]) => some.reduce((sum, { share }) => sum + share, 0)
  const needed = columns.map((column, i) => {
    const cells = rows.map(row => sheet.widthOf(row.cells[i] ?? '', styleOf(column, row)))
    const words = column.label.split(' ').map(word => sheet.widthOf(word, headStyle))
    return Math.max(...cells, ...words, (width * column.share) / sharesOf(columns))
  })
  const wrapping = columns.filter(({ wraps }) => wraps)
  const left = width - columns.reduce((sum, { wraps }, i) => sum + (wraps ? 0 : (needed[i] ?? 0)), 0)
  let at: number = page.left
  return columns.map((column, i) => {
    const own = column.wraps ? (left * column.share) / sharesOf(wrapping) : (needed[i] ?? 0)
    const place = { column, left: at, right: at + own }
    at = place.right + gap
    return place
  })
}

function styleOf({ align }: Column, { isTotal = false }: Row): Style {
  return { face: isTotal ? 'text-strong' : 'text', size: 9, isTabular: align === 'right' }
}

const headStyle: Style = { face: 'text', size: 7.5, color: colors.quiet }

function headLines(sheet: Sheet, { column, left, right }: Place): string[] {
  return sheet.wrap(column.label, headStyle, right - left)
}

function headHeight(sheet: Sheet, places: Place[]): number {
  return Math.max(...places.map(place => headLines(sheet, place).length)) * headLeading + 2 * padding
}

/** @param table the element that the heads belong to; without, they repeat what was said on the page before */
function drawHead(sheet: Sheet, places: Place[], table?: Element): void {
  const height = headHeight(sheet, places)
  const bottom = sheet.y + height
  const row = table && sheet.open('TR', table)
  for (const place of places) {
    const lines = headLines(sheet, place)
    const draw = () => write(sheet, lines, place, bottom - padding - 1 - headLeading * (lines.length - 1), headStyle)
    if (row) sheet.tag('TH', draw, row, { scope: 'Column' })
    else sheet.artifact(draw, 'Pagination')
  }
  row?.end()
  sheet.y = bottom
  sheet.artifact(() => {
    sheet.line(bottom - 1.5, { width: 0.4, color: colors.ink })
    sheet.line(bottom, { width: 0.4, color: colors.ink })
  })
}

interface PlacedRow {
  row: Row
  table: Element
  /** The row that stays on the same page. */
  with: Row | undefined
}

function drawRow(sheet: Sheet, places: Place[], { row, table, with: next }: PlacedRow): void {
  const lines = linesOf(sheet, places, row)
  const height = heightOf(lines)
  if (sheet.ensureRoom(height + (next ? heightOf(linesOf(sheet, places, next)) : 0))) drawHead(sheet, places)
  const top = sheet.y
  const element = sheet.open('TR', table)
  places.forEach((place, i) => {
    const draw = () => write(sheet, lines[i] ?? [], place, top + padding + 8, styleOf(place.column, row))
    sheet.tag(i === 0 ? 'TH' : 'TD', draw, element, i === 0 ? { scope: 'Row' } : {})
  })
  element.end()
  sheet.y = top + height
  sheet.artifact(() => sheet.line(sheet.y, row.isTotal ? { width: 0.5, color: colors.ink } : { width: 0.3 }))
}

function linesOf(sheet: Sheet, places: Place[], row: Row): string[][] {
  return places.map(({ column, left, right }, i) =>
    sheet.wrap(row.cells[i] ?? '', styleOf(column, row), right - left + rounding),
  )
}

/** A column is exactly as wide as its widest figure, except for the last digits of a sum. */
const rounding = 0.01

function heightOf(lines: string[][]): number {
  return Math.max(...lines.map(({ length }) => length)) * leading + 2 * padding - 1
}

function write(
  sheet: Sheet,
  lines: readonly string[],
  { column, left, right }: Place,
  baseline: number,
  style: Style,
): void {
  const distance = style === headStyle ? headLeading : leading
  sheet.writeLines(
    lines,
    { x: column.align === 'right' ? right : left, baseline, leading: distance },
    style,
    column.align,
  )
}
