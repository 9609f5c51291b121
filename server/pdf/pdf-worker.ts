import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PdfContent } from './pdf-content.ts'

/** Beside this module among the sources, beside the bundle where this is part of it. */
const workerFile = `./render-worker${extname(import.meta.filename)}`

/** Sets papers, one at a time. */
export interface PdfWorker extends AsyncDisposable {
  /**
   * @param canceled ends the waiting for it
   * @returns the PDF's bytes
   */
  render(content: PdfContent, canceled?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>
}

/** Starts a thread that sets PDFs, so that a run of thousands delays no page. It ends when disposed of. */
export function openPdfWorker(): PdfWorker {
  const worker = new Worker(new URL(workerFile, import.meta.url))
  return {
    async render(content, canceled) {
      worker.postMessage(content)
      const [pdf] = await once(worker, 'message', canceled && { signal: canceled })
      return pdf
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
