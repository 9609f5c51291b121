import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { log } from '../../../server/platform/log.ts'

/** Beside this module among the sources, beside the bundle in a build. */
const workerFile = `./pdf-text-worker${extname(import.meta.filename)}`

/**
 * Reads the text of a PDF in a thread of its own, so that a file made to stall or crash its reader stalls nothing here.
 * @param bytes of the file; they are moved to the thread
 * @param canceled ends the thread
 * @returns the text of each page; undefined if the file is unreadable, takes too much memory, or was canceled
 */
export function readPdfText(bytes: Uint8Array<ArrayBuffer>, canceled: AbortSignal): Promise<string[] | undefined> {
  const worker = new Worker(new URL(workerFile, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32 },
    // Suppresses pdf.js's warnings about unneeded fonts and canvases.
    stdout: true,
    stderr: true,
  })
  return new Promise(resolve => {
    const end = (pages: string[] | undefined) => {
      canceled.removeEventListener('abort', cancel)
      resolve(pages)
      void worker.terminate()
    }
    const cancel = () => end(undefined)
    canceled.addEventListener('abort', cancel, { once: true })
    if (canceled.aborted) cancel()
    worker.once('message', end)
    worker.once('error', (error: Error) => {
      log.warn('the text of a PDF could not be read', { reason: error.message })
      end(undefined)
    })
    worker.once('exit', () => end(undefined))
    worker.postMessage(bytes, [bytes.buffer])
  })
}
