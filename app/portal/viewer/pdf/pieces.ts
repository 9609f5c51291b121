import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { firstPdfPiece, pdfPieceRetries } from '../../../../rules/limits.ts'
import { type Refusal, refusal } from '../../errors.ts'
import { reasonIn } from '../reason.ts'

/** Why a file cannot be read, in words. */
export class Unreadable extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/**
 * Hands a PDF to pdf.js piece by piece, as it asks for them, so that page 1 of a large file shows at once. A piece that
 * is lost on the way is asked for again, by itself a few times, then when the line is back or the reader says so: what
 * was read stays.
 */
export class Pieces extends PDFDataRangeTransport {
  readonly #address: string
  readonly #signal: AbortSignal
  readonly #onLost: (refusal: Refusal | undefined) => void
  /** Pieces nobody tries to get any more: where each begins and ends. */
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
   * Reads the first piece, and by it how long the file is.
   * @param onLost told when pieces are missing, and with undefined when they have come after all
   * @throws Unreadable with what the server says, or that it cannot be reached
   */
  static async open(address: string, signal: AbortSignal, onLost: (refusal: Refusal | undefined) => void) {
    const response = await ask(address, 0, firstPdfPiece, signal)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const total = Number(/\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1] ?? bytes.length)
    return new Pieces(address, total, bytes, signal, onLost)
  }

  override requestDataRange(begin: number, end: number): void {
    void this.#get(begin, end)
  }

  /** Asks again for what did not come. */
  retry(): void {
    const again = [...this.#lost]
    this.#lost.clear()
    for (const [begin, end] of again) void this.#get(begin, end)
  }

  async #get(begin: number, end: number): Promise<void> {
    for (const pause of [...pdfPieceRetries, undefined]) {
      try {
        const response = await ask(this.#address, begin, end, this.#signal)
        const bytes = new Uint8Array(await response.arrayBuffer())
        if (this.#signal.aborted) return
        this.onDataRange(begin, response.status === 206 ? bytes : bytes.slice(begin, end))
        if (this.#lost.size === 0) this.#onLost(undefined)
        return
      } catch (error) {
        if (this.#signal.aborted) return
        const final = error instanceof Unreadable && error.refusal.code !== 'NO_CONNECTION'
        if (pause === undefined || final) {
          this.#lost.set(begin, end)
          this.#onLost(error instanceof Unreadable ? error.refusal : refusal('NO_CONNECTION'))
          return
        }
        await new Promise(resolve => setTimeout(resolve, pause))
      }
    }
  }
}

/** Asks for the bytes from `begin` up to and without `end`. */
async function ask(address: string, begin: number, end: number, signal: AbortSignal): Promise<Response> {
  let response: Response
  try {
    response = await fetch(address, { headers: { Range: `bytes=${begin}-${end - 1}` }, signal })
  } catch {
    throw new Unreadable(refusal('NO_CONNECTION'))
  }
  if (!response.ok) throw new Unreadable(await reasonIn(response))
  return response
}
