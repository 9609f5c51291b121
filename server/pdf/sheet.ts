import PDFDocument from 'pdfkit'
import { colors as fundColors } from '../../content/colors.ts'
import { mixed, toHex } from '../../rules/color.ts'
import { engravedBand, rosette } from './engraving.ts'
import { type Fonts, faces } from './fonts.ts'
import { runsOf } from './glyph-runs.ts'
import type { PdfContent } from './pdf-content.ts'

const { day } = fundColors

/** Ink, engraving and accent, as on the site; each differs enough in lightness to be distinguished in black and white. */
export const colors = {
  ink: toHex(day.ink),
  quiet: toHex(day.inkQuiet),
  line: mixed(day.ink, day.paper, 0.45),
  engraving: toHex(day.green),
  accent: mixed(day.brass, day.ink, 0.7),
}

/** A US Letter page, in points. */
export const page = { width: 612, height: 792, left: 54, right: 558, top: 48, bottom: 740 }
export const lineWidth = page.right - page.left

export interface Style {
  face: 'text' | 'text-strong' | 'display'
  size: number
  color?: string
  /** Figures of one width, for columns. */
  isTabular?: boolean
}

export type Element = PDFKit.PDFStructureElement

/** A tagged PDF in progress: everything drawn belongs to an element of its structure, or is an artifact. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument
  /** Where the next line begins, from the top of the page. */
  y: number = page.top
  readonly #root: Element
  readonly #content: PdfContent

  constructor(content: PdfContent, fonts: Fonts) {
    this.#content = content
    this.doc = new PDFDocument({
      size: 'LETTER',
      margin: 0,
      pdfVersion: '1.7',
      subset: 'PDF/UA',
      tagged: true,
      lang: content.language,
      displayTitle: true,
      bufferPages: true,
      autoFirstPage: false,
      font: fonts.text as unknown as string,
      info: {
        Title: plain(content.title),
        Subject: plain(content.subject),
        Author: plain(content.letterhead.name),
        CreationDate: content.dated,
        ModDate: content.dated,
        Producer: 'Promissory',
        Creator: 'Promissory',
      },
    } as unknown as PDFKit.PDFDocumentOptions)
    for (const face of faces) this.doc.registerFont(face, fonts[face] as unknown as Buffer)
    this.#root = this.doc.struct('Document')
    this.doc.addStructure(this.#root)
    this.#addPage()
  }

  /** Begins a new page unless this one has room for so many points. @returns whether it did */
  ensureRoom(height: number): boolean {
    if (this.y + height <= page.bottom) return false
    this.#addPage()
    return true
  }

  /** Adds an element to the document, or to another element. Once it has its content, call its `end`. */
  open(
    type: string,
    parent = this.#root,
    options: { title?: string; alt?: string; scope?: 'Row' | 'Column' } = {},
  ): Element {
    const element = this.doc.struct(type as 'P', options)
    parent.add(element)
    return element
  }

  /** Draws what one element says. */
  tag(type: string, draw: () => void, parent = this.#root, options = {}): void {
    const element = this.open(type, parent, options)
    element.add(draw)
    element.end()
  }

  /** Draws what screen readers pass over. */
  artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.doc.markContent('Artifact', { type })
    draw()
    this.doc.endMarkedContent()
  }

  widthOf(text: string, style: Style): number {
    return widthOf(this.doc, text, style)
  }

  /** Writes one line; `x` is its left end, or its right one, except for a space at its end. */
  write(text: string, x: number, baseline: number, style: Style, align: 'left' | 'right' = 'left'): void {
    writeLine(this.doc, text, align === 'right' ? x - this.widthOf(text.trimEnd(), style) : x, baseline, style)
  }

  /** Writes lines below each other; `baseline` belongs to the first. A space ends each, so that no words are read as one. */
  writeLines(
    lines: readonly string[],
    { x, baseline, leading }: { x: number; baseline: number; leading: number },
    style: Style,
    align?: 'left' | 'right',
  ): void {
    for (const [i, line] of lines.entries()) if (line) this.write(`${line} `, x, baseline + i * leading, style, align)
  }

  /** @returns the text in lines that fit; a word too long for a line is divided, a no-break space holds two together */
  wrap(text: string, style: Style, width: number): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of text.split(/[^\S\u00a0]+/).flatMap(each => this.#parts(each, style, width))) {
      const longer = line ? `${line} ${word}` : word
      if (line && this.widthOf(longer, style) > width) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return [...lines, line]
  }

  #parts(word: string, style: Style, width: number): string[] {
    if (this.widthOf(word, style) <= width) return [word]
    const parts = ['']
    for (const letter of word) {
      const longer = parts.at(-1) + letter
      if (parts.at(-1) && this.widthOf(longer, style) > width) parts.push(letter)
      else parts[parts.length - 1] = longer
    }
    return parts
  }

  line(y: number, { from = page.left, to = page.right, width = 0.5, color = colors.line } = {}): void {
    this.doc.lineWidth(width).strokeColor(color).moveTo(from, y).lineTo(to, y).stroke()
  }

  /** Draws the rosette with its center at a point. */
  rosette(x: number, y: number, diameter: number): void {
    const scale = diameter / 1000
    this.doc
      .save()
      .translate(x, y)
      .scale(scale)
      .lineWidth(0.24 / scale)
      .strokeColor(colors.engraving)
    this.doc.addContent(rosette)
    this.doc.restore()
  }

  /** Draws a PNG into a box, as large as fits, to the right. */
  picture(file: Buffer, x: number, y: number, fit: [width: number, height: number]): void {
    this.doc.image(file, x, y, { fit, align: 'right', valign: 'center' })
  }

  band(y: number): void {
    this.doc.save().translate(page.left, y).lineWidth(0.25).strokeColor(colors.engraving)
    this.doc.addContent(engravedBand(lineWidth))
    this.doc.restore()
  }

  /** Writes the foot of every page and ends the file. @returns its bytes */
  async end(): Promise<Buffer> {
    const { start, count } = this.doc.bufferedPageRange()
    for (let i = 0; i < count; i++) {
      this.doc.switchToPage(start + i)
      this.artifact(() => this.#writeFoot(i + 1, count), 'Pagination')
    }
    this.doc.outline.addItem(this.#content.heading.text)
    this.#root.end()
    const chunks: Buffer[] = []
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise<void>((resolve, reject) => this.doc.once('end', resolve).once('error', reject))
    this.doc.end()
    await ended
    return Buffer.concat(chunks)
  }

  #addPage(): void {
    this.doc.addPage()
    this.y = page.top
  }

  #writeFoot(number: number, count: number): void {
    const style: Style = { face: 'text', size: 7.5, color: colors.quiet, isTabular: true }
    this.line(page.bottom + 12, { width: 0.4 })
    this.line(page.bottom + 13.6, { width: 0.4 })
    this.write(`${this.#content.letterhead.name} · ${this.#content.title}`, page.left, page.bottom + 26, style)
    this.write(`Page ${number} of ${count}`, page.right, page.bottom + 26, style, 'right')
  }
}

/** @param doc with the faces registered by their names */
export function widthOf(doc: PDFKit.PDFDocument, text: string, style: Style): number {
  return runsOf(text, style.face).reduce((width, run) => {
    doc.font(run.face).fontSize(style.size)
    return width + doc.widthOfString(run.text, featuresOf(style))
  }, 0)
}

export function writeLine(doc: PDFKit.PDFDocument, text: string, x: number, baseline: number, style: Style): void {
  let at = x
  for (const run of runsOf(text, style.face)) {
    doc
      .font(run.face)
      .fontSize(style.size)
      .fillColor(style.color ?? colors.ink)
    const options = { lineBreak: false, baseline: 'alphabetic' as const, ...featuresOf(style) }
    doc.text(run.text, at, baseline, options)
    at += doc.widthOfString(run.text, featuresOf(style))
  }
}

function featuresOf({ isTabular }: Style): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  return isTabular ? { features: ['tnum'] } : {}
}

/** The library puts these words into XML as they are. */
function plain(text: string): string {
  return text.replaceAll('&', 'and').replaceAll(/[<>]/g, '')
}
