import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { log } from '../../../../server/platform/log.ts'
import { pageTime, readerMemory } from '../../limits.ts'
import type { Opened, PageText, PartBytes, Question } from './pdf-thread.ts'

/** Beside this module among the sources, beside the bundle where this is part of it. */
const workerFile = `./pdf-thread${extname(import.meta.filename)}`

/** The pages that a page's time is given for opening a file: all of its references may have to be found again. */
const openTime = 6 * pageTime

/**
 * Reads PDFs, one at a time, in a thread of its own, so that a file made to stall or crash its reader stalls nothing here. A page that
 * takes too long or too much memory counts as damaged; the next one is read by a new thread. It ends when disposed of.
 */
export class PdfReader implements AsyncDisposable {
  #bytes: Uint8Array = new Uint8Array()
  #worker: Worker | undefined
  #isOpen = false

  /**
   * Opens a file, in the place of the one before.
   * @param bytes of the file; they stay the caller's
   * @returns how long it is, and where its bookmarks lead; or why it can't be read
   */
  async open(bytes: Uint8Array): Promise<Opened> {
    this.#bytes = bytes
    const opened = (await this.#ask<Opened>({ ask: 'open', bytes }, openTime)) ?? ({ problem: 'unreadable' } as const)
    this.#isOpen = !('problem' in opened)
    return opened
  }

  /** @param page from 1 */
  async page(page: number): Promise<PageText> {
    return (await this.#askOpen<PageText>({ ask: 'page', page }, pageTime)) ?? { text: '', typed: '', kind: 'damaged' }
  }

  /**
   * @param from first page, from 1
   * @param to last page
   * @returns these pages as a PDF of their own; undefined where they can't be taken apart from the others
   */
  async part(from: number, to: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const part = await this.#askOpen<PartBytes>({ ask: 'part', from, to }, pageTime + (to - from) * 1000)
    return part?.bytes
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  async #askOpen<Answer>(question: Question, time: number): Promise<Answer | undefined> {
    if (!this.#worker && this.#isOpen) await this.open(this.#bytes)
    return this.#ask<Answer>(question, time)
  }

  /** @returns undefined where the thread has ended meanwhile, or was too slow */
  #ask<Answer>(question: Question, time: number): Promise<Answer | undefined> {
    this.#worker ??= new Worker(new URL(workerFile, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: readerMemory, maxYoungGenerationSizeMb: 64 },
      // What pdf.js says about fonts and canvases that it doesn't need here.
      stdout: true,
      stderr: true,
    })
    const worker = this.#worker
    return new Promise(resolve => {
      const end = (answer: Answer | undefined, isSound: boolean) => {
        clearTimeout(timer)
        worker.off('message', onMessage).off('exit', onExit)
        if (!isSound) {
          this.#worker = undefined
          void worker.terminate()
        }
        resolve(answer)
      }
      const onMessage = ({ answer, error }: { answer?: Answer; error?: string }) => {
        if (error) log.warn('a page of a PDF could not be read', { reason: error })
        end(answer, true)
      }
      const onError = (error: Error) => log.warn('a PDF could not be read', { reason: error.message })
      const onExit = () => end(undefined, false)
      const timer = setTimeout(onExit, time)
      worker.once('message', onMessage).once('exit', onExit)
      if (worker.listenerCount('error') === 0) worker.on('error', onError)
      worker.postMessage(question)
    })
  }
}
