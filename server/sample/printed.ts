import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { projectFolder } from '../platform/data-folder.ts'

/** The built site doesn't have pdfkit's own fonts. */
export const sampleFont = join(projectFolder, 'server/pdf/fonts/text.ttf')

/** Prints a page of paragraphs. @returns a PDF */
export function printPage(
  info: { Title: string; CreationDate?: Date },
  paragraphs: readonly string[],
): Promise<Buffer> {
  const sheet = new PDFDocument({ size: 'LETTER', margin: 90, info, font: sampleFont })
  sheet.fontSize(12)
  for (const paragraph of paragraphs) sheet.text(paragraph, { paragraphGap: 18, lineGap: 3 })
  sheet.end()
  return buffer(sheet)
}
