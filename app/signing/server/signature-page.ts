import { buffer } from 'node:stream/consumers'
import { type EnvelopeField, inch } from '../envelopes.ts'
import type { PlacedField } from './pdf/template.ts'

/* A page with a block for each signer without a place for a signature in the PDF. */

// Only lines are drawn: the built server has none of pdfkit's own fonts.
const noFont = null as unknown as string
const page = { width: 8.5 * inch, height: 11 * inch }
const blocksPerPage = 4
const block = {
  top: 1.6 * inch,
  left: inch,
  height: 2.2 * inch,
  width: 4 * inch,
  dayLeft: 5.4 * inch,
  dayWidth: 2.1 * inch,
}

interface SignaturePages {
  /** Blank but for the lines to sign on. */
  pdf: Uint8Array
  /** What is printed there before anyone signs. */
  labels: PlacedField[]
  fields: EnvelopeField[]
  sizes: { width: number; height: number }[]
}

/**
 * @param signers those who get a block, in order
 * @param before pages of the document that they follow
 */
export async function signaturePages(
  signers: readonly { turn: number; capacity: string }[],
  before: number,
): Promise<SignaturePages> {
  const count = Math.ceil(signers.length / blocksPerPage)
  // With the first envelope: it takes 10 MB.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({ autoFirstPage: false, size: [page.width, page.height], margin: 0, font: noFont })
  const labels: PlacedField[] = []
  const fields: EnvelopeField[] = []
  for (let at = 0; at < count; at++) {
    doc.addPage()
    labels.push({
      page: before + at + 1,
      x: block.left,
      y: 0.8 * inch,
      width: 5 * inch,
      height: 24,
      text: 'Signatures',
    })
    signers.slice(at * blocksPerPage, (at + 1) * blocksPerPage).forEach(({ turn, capacity }, n) => {
      const top = block.top + n * block.height
      const line = top + 0.9 * inch
      const on = { page: before + at + 1, height: 18 }
      const [left, right] = [
        { ...on, x: block.left, width: block.width },
        { ...on, x: block.dayLeft, width: block.dayWidth },
      ]
      for (const { x, width } of [left, right])
        doc
          .lineWidth(0.7)
          .moveTo(x, line)
          .lineTo(x + width, line)
          .stroke()
      labels.push({ ...on, x: block.left, y: top, width: 6.5 * inch, height: 16, text: capacity })
      labels.push({ ...left, y: line + 4, height: 11, text: 'Signature' })
      labels.push({ ...right, y: line + 4, height: 11, text: 'Day' })
      fields.push({ ...left, turn, what: 'signature', y: line - 22 })
      fields.push({ ...right, turn, what: 'day', y: line - 22 })
      fields.push({ ...left, turn, what: 'name', y: line + 20 })
    })
  }
  doc.end()
  return { pdf: await buffer(doc), labels, fields, sizes: Array.from({ length: count }, () => page) }
}
