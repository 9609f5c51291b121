/** What a sheet of the pitch deck or the executive summary holds; `npm run media` draws it, readers hear it as text. */

export type Sheet = {
  /** Short name of the page, such as 'tiers'; also what its picture is filed under. */
  id: string
  heading: string
  /** A sentence or two under the heading. */
  lead?: string
  blocks: Block[]
  /** The condition that belongs to the page, in small type at its foot. */
  note?: string
}

export type Block =
  | { kind: 'text'; paragraphs: string[] }
  /** Terms with what they mean; `steps` are numbered. */
  | { kind: 'list' | 'steps'; items: { term: string; text: string }[] }
  /** Figures in large numerals, each with what it is. */
  | { kind: 'figures'; items: { value: string; name: string }[] }
  | { kind: 'table'; columns: string[]; rows: string[][] }
  /** What others found, each with where it stands. */
  | { kind: 'sources'; items: { finding: string; publisher: string; title: string }[] }

/** Pictures made from a deck, written by `npm run media` or `npm run deck` and never by hand. */
export type Pictures = {
  /** 'words' where made from content/deck.ts, 'pdf' where made from the fund's own file. */
  from: 'words' | 'pdf'
  /** Fingerprint of what was written on them (content/generated-pictures.ts), to know when they are out of date. */
  made: string
  /** Changes whenever a picture does; part of the address, so that no browser shows an old page. */
  version: string
  /** Path of the file to download. */
  pdf: string
  /** Bytes of that file. */
  pdfSize: number
  pages: Picture[]
}

export type Picture = {
  /** Path without width and ending, such as '/media/deck/01'. */
  path: string
  /** Widths there are, smallest first, each as AVIF and WebP. */
  widths: number[]
  /** Of the largest, in pixels: the page keeps this shape free before the picture comes. */
  width: number
  height: number
  title: string
  /** All that is written on the page. */
  text: SheetLine[]
}

/** A paragraph or line; or a term with what it means, where the page's own data has the two apart: an item, a table's row. */
export type SheetLine = string | [term: string, text: string]
