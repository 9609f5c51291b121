import type { Column, Row, TableBlock } from './paper.ts'
import { colors, type Element, lineWidth, page, type Sheet, type Style } from './sheet.ts'

const gap = 10
const leading = 11.5
const headLeading = 9.5
const padding = 4

interface Place {
  column: Column
  left: number
  right: number
}

/** Draws a table whose rows never break over pages; its heads are repeated on each. */
export function drawTable(sheet: Sheet, block: TableBlock): void {
  const places = placesOf(block.columns)
  sheet.ensureRoom(headHeight(sheet, places) + 2 * (leading + 2 * padding))
  const table = sheet.open('Table', undefined, { title: block.title })
  drawHead(sheet, places, table)
  for (const row of block.rows) drawRow(sheet, places, row, table)
  table.end()
  sheet.artifact(() => sheet.line(sheet.y, { width: 0.8, color: colors.ink }))
  sheet.y += 16
}

function placesOf(columns: readonly Column[]): Place[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const width = lineWidth - gap * (columns.length - 1)
  let left: number = page.left
  return columns.map(column => {
    const place = { column, left, right: left + (width * column.share) / shares }
    left = place.right + gap
    return place
  })
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

function drawRow(sheet: Sheet, places: Place[], { cells, isTotal = false }: Row, table: Element): void {
  const styleOf = ({ column }: Place): Style => ({
    face: isTotal ? 'text-strong' : 'text',
    size: 9,
    isTabular: column.align === 'right',
  })
  const lines = places.map((place, i) => sheet.wrap(cells[i] ?? '', styleOf(place), place.right - place.left))
  const height = Math.max(...lines.map(({ length }) => length)) * leading + 2 * padding - 1
  if (sheet.ensureRoom(height)) drawHead(sheet, places)
  const top = sheet.y
  const row = sheet.open('TR', table)
  places.forEach((place, i) => {
    const draw = () => write(sheet, lines[i] ?? [], place, top + padding + 8, styleOf(place))
    sheet.tag(i === 0 ? 'TH' : 'TD', draw, row, i === 0 ? { scope: 'Row' } : {})
  })
  row.end()
  sheet.y = top + height
  sheet.artifact(() => sheet.line(sheet.y, isTotal ? { width: 0.5, color: colors.ink } : { width: 0.3 }))
}

function write(
  sheet: Sheet,
  lines: readonly string[],
  { column, left, right }: Place,
  baseline: number,
  style: Style,
): void {
  const distance = style === headStyle ? headLeading : leading
  for (const [i, line] of lines.entries()) {
    if (line) sheet.write(line, column.align === 'right' ? right : left, baseline + i * distance, style, column.align)
  }
}
