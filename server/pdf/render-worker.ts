import { parentPort } from 'node:worker_threads'
import { readFonts } from './fonts.ts'
import type { PdfContent } from './pdf-content.ts'
import { renderPdf } from './render-pdf.ts'

/* The thread of `openPdfWorker`: sets one PDF after the other and posts each. */

const fonts = readFonts()

parentPort?.on('message', async (content: PdfContent) => {
  parentPort?.postMessage(new Uint8Array(await renderPdf(content, fonts)))
})
