import type { Block, Sheet, SheetLine } from './deck-types.ts'

/** All words of a sheet, one line or paragraph each: the picture's text for screen readers. */
export function sheetWords(sheet: Sheet): SheetLine[] {
  return [sheet.lead, ...sheet.blocks.flatMap(linesOf), sheet.note].filter(line => line !== undefined)
}

function linesOf(block: Block): SheetLine[] {
  switch (block.kind) {
    case 'text':
      return block.paragraphs
    case 'list':
      return block.items.map(({ term, text }) => [term, text])
    case 'steps':
      return block.items.map(({ term, text }, i) => [`${i + 1}. ${term}`, text])
    case 'figures':
      return block.items.map(({ value, name }) => `${value} ${name}`)
    case 'table':
      return block.rows.map(row => lineOf(row, block.columns))
    case 'sources':
      return block.items.map(({ finding, publisher, title }) => `${finding} ${publisher}, ${title}`)
  }
}

/** A row of two columns as a term and its text; with more columns, each cell with its column's name. */
function lineOf([first = '', ...cells]: string[], columns: string[]): SheetLine {
  const named = cells.map((cell, i) => (cells.length > 1 ? `${columns[i + 1]} ${cell}` : cell))
  return [first, named.join(', ')]
}
