import { open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { ByteRange } from '../storage/storage-port.ts'
import { acceptedCoding, type Coding } from './accepted-coding.ts'
import { evaluateConditions, includesEtag, type Verdict } from './conditional-request.ts'
import type { Header } from './security-headers.ts'

/** Bytes to send: in memory, or in a file that is read for each response. */
export type Body = { bytes: Buffer; size: number } | { path: string; size: number }

/** Content that is the same for every reader: a built file or a prerendered page. */
export interface StaticSource {
  /** Quotes included. Sent as a weak tag, because it is the same however the content is compressed. */
  etag: string
  /** For a file, which supports ranges; undefined for a page. */
  file?: { modified: Date; size: number }
  /** Every header except those that depend on the request. */
  headers: readonly Header[]
  /** Available codings, best first. */
  codings: readonly Coding[]
  /** @returns the content in a coding, or without one */
  load(coding: Coding | undefined): Promise<Body>
}

/** A prepared response: the head as Node takes it, names and values alternating, and the body. */
interface Variant {
  head: readonly string[]
  body: Body
}

/** Headers that make a request more than a plain one. */
const conditions = ['if-none-match', 'if-modified-since', 'range', 'if-match', 'if-unmodified-since'] as const

/** Responds to GET and HEAD with a static source. Heads are composed once, and bodies that fit are cached in memory. */
export class StaticContent {
  readonly #source: StaticSource
  readonly #headers: readonly Header[]
  readonly #variants: Partial<Record<Coding | 'none', Variant>> = {}
  /** Loads in progress, shared by all requests. */
  readonly #loading: Partial<Record<Coding | 'none', Promise<Variant>>> = {}

  constructor(source: StaticSource) {
    this.#source = source
    const varies: Header[] = source.codings.length > 0 ? [['Vary', 'Accept-Encoding']] : []
    this.#headers = [...source.headers, ['ETag', `W/${source.etag}`], ...varies]
  }

  /**
   * @param id of the request, which the response carries
   * @returns the status, synchronously if already loaded; 499 if the reader left before the end
   * @throws Error if the content can't be read
   */
  send(request: IncomingMessage, response: ServerResponse, id: string): number | Promise<number> {
    const { headers } = request
    const { status, range } = conditions.every(name => headers[name] === undefined)
      ? ({ status: 200 } as const)
      : this.#evaluate(request)
    if (status !== 200 && status !== 206) return this.#sendHead(response, status, id)
    // Ranges apply to the uncompressed content.
    const coding = range ? undefined : acceptedCoding(headers['accept-encoding'], this.#source.codings)
    const variant = this.#variants[coding ?? 'none']
    if (variant) return this.#sendVariant(request, response, id, variant, range)
    return this.#load(coding).then(loaded => this.#sendVariant(request, response, id, loaded, range))
  }

  #evaluate({ headers, method = '' }: IncomingMessage): Verdict {
    const { etag, file } = this.#source
    const ifNoneMatch = headers['if-none-match']
    if (file) return evaluateConditions({ get: name => headers[name]?.toString() ?? null }, method, { etag, ...file })
    return { status: ifNoneMatch !== undefined && includesEtag(ifNoneMatch, etag, true) ? 304 : 200 }
  }

  #sendHead(response: ServerResponse, status: number, id: string): number {
    const headers = this.#headers.filter(([name]) => name !== 'Content-Type')
    const range: Header[] = status === 416 ? [['Content-Range', `bytes */${this.#source.file?.size}`]] : []
    response.writeHead(status, [...headOf(headers, range), id]).end()
    return status
  }

  #load(coding: Coding | undefined): Promise<Variant> {
    const name = coding ?? 'none'
    const load = async () => {
      const body = await this.#source.load(coding)
      const more: Header[] = [['Content-Length', String(body.size)]]
      if (coding) more.push(['Content-Encoding', coding])
      const variant = { head: headOf(this.#headers, more), body }
      this.#variants[name] = variant
      return variant
    }
    this.#loading[name] ??= load().finally(() => delete this.#loading[name])
    return this.#loading[name]
  }

  #sendVariant(
    { method }: IncomingMessage,
    response: ServerResponse,
    id: string,
    { head, body }: Variant,
    range: ByteRange | undefined,
  ): number | Promise<number> {
    const start = range ? this.#partHead(range, body.size) : head
    if ('path' in body && method !== 'HEAD') return sendFile(response, [...start, id], body, range)
    response.writeHead(range ? 206 : 200, start.concat(id))
    // For HEAD, Node sends the head alone.
    if ('path' in body) response.end()
    else response.end(range ? body.bytes.subarray(range.start, range.end + 1) : body.bytes)
    return response.statusCode
  }

  #partHead({ start, end }: ByteRange, size: number): string[] {
    return headOf(this.#headers, [
      ['Content-Length', String(end - start + 1)],
      ['Content-Range', `bytes ${start}-${end}/${size}`],
    ])
  }
}

/** @returns a head that lacks only its last value, the request's id */
function headOf(headers: readonly Header[], more: readonly Header[]): string[] {
  return [...headers.flat(), ...more.flat(), 'X-Request-Id']
}

async function sendFile(
  response: ServerResponse,
  head: string[],
  { path, size }: { path: string; size: number },
  range: ByteRange | undefined,
): Promise<number> {
  const file = await open(path)
  try {
    // A file that shrank after its head was written would leave the reader waiting.
    if ((await file.stat()).size !== size) throw new Error(`${path} has changed since the site started`)
    response.writeHead(range ? 206 : 200, head)
    await pipeline(file.createReadStream({ ...range, autoClose: false }), response)
    return response.statusCode
  } catch (error) {
    // The reader left; errors of the file have a code of the system.
    if ((error as NodeJS.ErrnoException).code?.startsWith('ERR_STREAM')) return 499
    throw error
  } finally {
    await file.close()
  }
}
