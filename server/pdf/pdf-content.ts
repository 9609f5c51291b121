/** The content of a PDF, as plain data: everything is in words already. `render-pdf.ts` makes it a PDF. */
export interface PdfContent {
  /** Such as 'en-US'. */
  language: string
  /** Such as 'Statement S-2026-000001', for the window, the bookmarks and the foot of each page. */
  title: string
  /** One sentence about the document, for catalogs of files. */
  subject: string
  /** The fund: its name, and lines such as its address and telephone. */
  letterhead: { name: string; lines: readonly string[] }
  addressee: readonly string[]
  /** Beside the addressee, such as its number and period. */
  facts: readonly Fact[]
  /** The main heading, such as 'Statement', and the line below it. */
  heading: { text: string; below?: string }
  blocks: readonly Block[]
  /** The day it is dated, noon UTC: the same content always makes the same bytes. */
  dated: Date
}

export interface Fact {
  label: string
  value: string
}

export type Block =
  | { kind: 'heading'; text: string }
  /** What follows begins a new page. */
  | { kind: 'page' }
  | { kind: 'paragraph'; text: string; isSmall?: boolean }
  /** A few large figures in a row. */
  | { kind: 'figures'; title: string; figures: readonly Fact[] }
  /** Sentences with a box before each, to be ticked by hand. */
  | { kind: 'boxes'; options: readonly string[] }
  /** Lines to write on by hand, with what belongs on each; those of a row are beside each other. */
  | { kind: 'blanks'; rows: readonly (readonly string[])[] }
  | TableBlock

export interface TableBlock {
  kind: 'table'
  /** What it shows, for screen readers. */
  title: string
  columns: readonly Column[]
  rows: readonly Row[]
}

export interface Column {
  label: string
  /** Figures are set at the right, one below the other. */
  align?: 'left' | 'right'
  /** Its share of the width, compared with the other columns. */
  share: number
  /** Its text may take several lines; all other columns are as wide as what they say, and so narrow these. */
  wraps?: boolean
}

export interface Row {
  /** One for each column; the first is the row's heading where the table says so. */
  cells: readonly string[]
  /** Set in bold between hairlines, such as a balance. */
  isTotal?: boolean
}
