import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fund } from '../../content/fund.ts'
import { logo } from '../../content/logo.ts'
import { projectFolder } from '../platform/data-folder.ts'
import { drawBlanks, drawBoxes } from './fill-in.ts'
import type { Fonts } from './fonts.ts'
import type { Block, Fact, PdfContent } from './pdf-content.ts'
import { colors, lineWidth, page, Sheet, type Style } from './sheet.ts'
import { drawTable } from './table.ts'

const body: Style = { face: 'text', size: 9.5 }
const small: Style = { face: 'text', size: 8, color: colors.quiet }
const headingStyle: Style = { face: 'display', size: 15 }

/** A fund's own mark for PDFs: a PNG, and whether it says the fund's name. */
export interface Mark {
  picture: Buffer
  hasName: boolean
}

/** As `npm run media -- icons` draws it; a fund without a logo has the rosette. */
const ownMark: Mark | undefined = logo
  ? { picture: readFileSync(join(projectFolder, 'server/pdf/logo.png')), hasName: logo.hasName }
  : undefined

/**
 * Sets a document as a tagged PDF (PDF/UA-1): US Letter, in the fund's style, every font embedded, readable in black
 * and white. The same content makes the same bytes. @param fonts of `readFonts`, read once for many documents
 */
export function renderPdf(content: PdfContent, fonts: Fonts, mark = ownMark): Promise<Buffer> {
  const sheet = new Sheet(content, fonts)
  drawLetterhead(sheet, content, mark)
  drawAddress(sheet, content)
  drawTitle(sheet, content)
  for (const block of content.blocks) drawBlock(sheet, block)
  return sheet.end()
}

const rosetteSize = 88

function drawMark(sheet: Sheet, mark: Mark | undefined, width: number): void {
  if (mark) sheet.picture(mark.picture, page.right - width, page.top, [width, 60])
  else sheet.rosette(page.right - rosetteSize / 2, page.top + 28, rosetteSize)
}

function drawLetterhead(sheet: Sheet, { letterhead: { name, lines } }: PdfContent, mark: Mark | undefined): void {
  const markWidth = mark ? 150 : rosetteSize
  const style: Style = { face: 'display', size: 22 }
  // The logo says the fund's name; another name, such as the payer’s on a tax form, is set in letters.
  const isInLogo = Boolean(mark?.hasName) && name === fund.name
  const names = isInLogo ? [] : sheet.wrap(name, style, lineWidth - markWidth - 24)
  if (isInLogo) sheet.tag('Figure', () => drawMark(sheet, mark, markWidth), undefined, { alt: name })
  else {
    sheet.artifact(() => drawMark(sheet, mark, markWidth))
    sheet.tag('P', () => sheet.writeLines(names, { x: page.left, baseline: page.top + 20, leading: 24 }, style))
  }
  const below = page.top + 12 + 24 * names.length
  sheet.tag('P', () => sheet.writeLines(lines, { x: page.left, baseline: below, leading: 11 }, small))
  sheet.y = Math.max(page.top + 82, below + 11 * lines.length + 8)
  sheet.artifact(() => sheet.band(sheet.y))
  sheet.y += 20
}

/** Width of the column of facts. */
const factsWidth = 210

function drawAddress(sheet: Sheet, { addressee, facts }: PdfContent): void {
  const top = sheet.y
  const width = lineWidth - factsWidth - 24
  const [name = '', ...rest] = addressee
  const strong: Style = { ...body, face: 'text-strong' }
  const nameLines = sheet.wrap(name, strong, width)
  const lines = rest.flatMap(line => sheet.wrap(line, body, width))
  sheet.tag('P', () => {
    sheet.writeLines(nameLines, { x: page.left, baseline: top + 9, leading: 13 }, strong)
    sheet.writeLines(lines, { x: page.left, baseline: top + 9 + 13 * nameLines.length, leading: 13 }, body)
  })
  const bottom = drawFacts(sheet, facts, top)
  sheet.y = Math.max(top + 13 * (nameLines.length + lines.length), bottom) + 12
}

/** @returns where they end */
function drawFacts(sheet: Sheet, facts: readonly Fact[], top: number): number {
  if (facts.length === 0) return top
  const left = page.right - factsWidth
  const table = sheet.open('Table', undefined, { title: 'Particulars' })
  let y = top
  for (const { label, value } of facts) {
    const lines = sheet.wrap(value, { ...body, size: 9 }, factsWidth - 78)
    const row = sheet.open('TR', table)
    const baseline = y + 9
    sheet.tag('TH', () => sheet.write(label, left, baseline, small), row, { scope: 'Row' })
    sheet.tag(
      'TD',
      () => sheet.writeLines(lines, { x: left + 78, baseline, leading: 11.5 }, { ...body, size: 9, isTabular: true }),
      row,
    )
    row.end()
    y += 11.5 * lines.length + 1.5
  }
  table.end()
  return y
}

function drawTitle(sheet: Sheet, { heading: { text, below } }: PdfContent): void {
  const baseline = sheet.y + 24
  const style: Style = { face: 'display', size: 28 }
  sheet.tag('H1', () => sheet.write(text, page.left, baseline, style))
  const x = page.left + sheet.widthOf(text, style) + 14
  if (below) sheet.tag('P', () => sheet.write(below, x, baseline, { ...body, size: 11, color: colors.quiet }))
  sheet.y = baseline + 16
}

function drawBlock(sheet: Sheet, block: Block): void {
  switch (block.kind) {
    case 'heading':
      // Never the last words on a page.
      sheet.ensureRoom(96)
      sheet.tag('H2', () => sheet.write(block.text, page.left, sheet.y + 13, headingStyle))
      sheet.y += 19
      return
    case 'page':
      sheet.ensureRoom(page.bottom)
      return
    case 'paragraph':
      drawParagraph(sheet, block.text, block.isSmall ? small : body)
      return
    case 'figures':
      drawFigures(sheet, block.title, block.figures)
      return
    case 'boxes':
      drawBoxes(sheet, block.options)
      return
    case 'blanks':
      drawBlanks(sheet, block.rows)
      return
    case 'table':
      drawTable(sheet, block)
  }
}

/** Width of a text that is read line by line. */
const measure = 430

function drawParagraph(sheet: Sheet, text: string, style: Style): void {
  const leading = style.size * 1.45
  const lines = sheet.wrap(text, style, style === small ? lineWidth : measure)
  sheet.ensureRoom(leading * Math.min(lines.length, 3))
  const paragraph = sheet.open('P')
  for (const line of lines) {
    sheet.ensureRoom(leading)
    paragraph.add(() => sheet.writeLines([line], { x: page.left, baseline: sheet.y + style.size, leading }, style))
    sheet.y += leading
  }
  paragraph.end()
  sheet.y += leading * 0.6
}

function drawFigures(sheet: Sheet, title: string, figures: readonly Fact[]): void {
  sheet.ensureRoom(58)
  const top = sheet.y
  const width = lineWidth / figures.length
  const table = sheet.open('Table', undefined, { title })
  figures.forEach(({ label, value }, i) => {
    const x = page.left + width * i
    const row = sheet.open('TR', table)
    sheet.tag('TH', () => sheet.write(label, x, top + 8, small), row, { scope: 'Row' })
    const style: Style = { face: 'display', size: fitting(sheet, value, width - 12), isTabular: true }
    sheet.tag('TD', () => sheet.write(value, x, top + 32, style), row)
    row.end()
  })
  table.end()
  sheet.y = top + 48
}

/** @returns the size at which a figure fits its place */
function fitting(sheet: Sheet, value: string, width: number): number {
  const size = 22
  const set = sheet.widthOf(value, { face: 'display', size, isTabular: true })
  return set <= width ? size : (size * width) / set
}
