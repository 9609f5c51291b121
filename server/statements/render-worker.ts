import { parentPort } from 'node:worker_threads'
import { readFonts } from './fonts.ts'
import type { Paper } from './pdf/paper.ts'
import { renderPaper } from './pdf/statement-pdf.ts'

/* The thread of `openPdfWorker`: sets one paper after the other and posts the PDF of each. */

const fonts = readFonts()

parentPort?.on('message', async (paper: Paper) => {
  parentPort?.postMessage(new Uint8Array(await renderPaper(paper, fonts)))
})
