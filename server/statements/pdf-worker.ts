import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Paper } from './pdf/paper.ts'

/** Beside this module among the sources, beside the bundle where this is part of it. */
const workerFile = `./render-worker${extname(import.meta.filename)}`

/** Sets papers, one at a time. */
export interface PdfWorker extends AsyncDisposable {
  /**
   * @param canceled ends the waiting for it
   * @returns the PDF's bytes
   */
  render(paper: Paper, canceled?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
}

/** Starts a thread that sets papers, so that a run of thousands keeps no page waiting. It ends when disposed of. */
export function openPdfWorker(): PdfWorker {
  const worker = new Worker(new URL(workerFile, import.meta.url))
  return {
    async render(paper, canceled) {
      worker.postMessage(paper)
      const [pdf] = await once(worker, 'message', canceled && { signal: canceled })
      return pdf
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
