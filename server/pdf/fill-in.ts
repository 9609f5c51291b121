import { colors, lineWidth, page, type Sheet, type Style } from './sheet.ts'

/* Parts to fill in by hand: boxes to tick, and lines to write on. */

const body: Style = { face: 'text', size: 9.5 }
const label: Style = { face: 'text', size: 7.5, color: colors.quiet }

const box = { size: 9, indent: 22, leading: 13.5 }

/** Draws a box before each sentence. */
export function drawBoxes(sheet: Sheet, options: readonly string[]): void {
  for (const option of options) {
    const lines = sheet.wrap(option, body, lineWidth - box.indent)
    sheet.ensureRoom(box.leading * lines.length)
    const top = sheet.y
    sheet.artifact(() =>
      sheet.doc
        .lineWidth(0.8)
        .strokeColor(colors.ink)
        .rect(page.left + 0.5, top + 1.5, box.size, box.size)
        .stroke(),
    )
    const place = { x: page.left + box.indent, baseline: top + 9.5, leading: box.leading }
    sheet.tag('P', () => sheet.writeLines(lines, place, body))
    sheet.y = top + box.leading * lines.length + 4
  }
  sheet.y += 8
}

/** Room above a line, for a hand. */
const hand = 30
const gap = 18

/** Draws rows of lines, each above the words that say what belongs on it. */
export function drawBlanks(sheet: Sheet, rows: readonly (readonly string[])[]): void {
  for (const row of rows) {
    sheet.ensureRoom(hand + 12)
    const width = (lineWidth - gap * (row.length - 1)) / row.length
    const y = sheet.y + hand
    row.forEach((words, i) => {
      const x = page.left + i * (width + gap)
      sheet.artifact(() => sheet.line(y, { from: x, to: x + width, color: colors.ink }))
      sheet.tag('P', () => sheet.write(words, x, y + 9, label))
    })
    sheet.y = y + 12
  }
  sheet.y += 12
}
