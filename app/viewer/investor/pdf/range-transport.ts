import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { firstPdfPiece, pdfPieceRetries } from '../../../../rules/limits.ts'
import { fetchOwn } from '../../../shell/own-answer.ts'
import { type Refusal, refusal } from '../../../shell/portal/refusal.ts'
import { refusalFrom } from '../file-errors.ts'

/** A file that can't be loaded, with the reason. */
export class Unreadable extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/**
 * Loads a PDF for pdf.js in byte ranges, as requested, so that page 1 of a large file appears right away. A range that
 * fails is retried a few times, then again when the connection is back or the reader asks for it; loaded ranges are
 * retained.
 */
export class RangeTransport extends PDFDataRangeTransport {
  readonly #address: string
  readonly #signal: AbortSignal
  readonly #onLost: (refusal: Refusal | undefined) => void
  /** Ranges that are no longer being retried: begin → end. */
  readonly #lost = new Map<number, number>()

  private constructor(
    address: string,
    length: number,
    first: Uint8Array,
    signal: AbortSignal,
    onLost: (refusal: Refusal | undefined) => void,
  ) {
    super(length, first, first.length === length)
    this.#address = address
    this.#signal = signal
    this.#onLost = onLost
    addEventListener('online', () => this.retry(), { signal })
  }

  /**
   * Loads the first range and learns the file's length from it.
   * @param onLost called when ranges are missing, and with undefined once they have been loaded after all
   * @throws Unreadable with the server's message, or that there is no connection
   */
  static async open(address: string, signal: AbortSignal, onLost: (refusal: Refusal | undefined) => void) {
    const response = await request(address, 0, firstPdfPiece, signal)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const total = Number(/\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1] ?? bytes.length)
    return new RangeTransport(address, total, bytes, signal, onLost)
  }

  override requestDataRange(begin: number, end: number): void {
    void this.#load(begin, end)
  }

  /** Requests the missing ranges again. */
  retry(): void {
    const missing = [...this.#lost]
    this.#lost.clear()
    for (const [begin, end] of missing) void this.#load(begin, end)
  }

  async #load(begin: number, end: number): Promise<void> {
    for (const pause of [...pdfPieceRetries, undefined]) {
      try {
        const response = await request(this.#address, begin, end, this.#signal)
        const bytes = new Uint8Array(await response.arrayBuffer())
        if (this.#signal.aborted) return
        this.onDataRange(begin, response.status === 206 ? bytes : bytes.slice(begin, end))
        if (this.#lost.size === 0) this.#onLost(undefined)
        return
      } catch (error) {
        if (this.#signal.aborted) return
        const permanent = error instanceof Unreadable && error.refusal.code !== 'NO_CONNECTION'
        if (pause === undefined || permanent) {
          this.#lost.set(begin, end)
          this.#onLost(error instanceof Unreadable ? error.refusal : refusal('NO_CONNECTION'))
          return
        }
        await new Promise(resolve => setTimeout(resolve, pause))
      }
    }
  }
}

/** Requests the bytes from `begin` to `end`, exclusive. */
async function request(address: string, begin: number, end: number, signal: AbortSignal): Promise<Response> {
  let response: Response
  try {
    response = await fetchOwn(address, { headers: { Range: `bytes=${begin}-${end - 1}` }, signal })
  } catch {
    throw new Unreadable(refusal('NO_CONNECTION'))
  }
  if (!response.ok) throw new Unreadable(await refusalFrom(response))
  return response
}
