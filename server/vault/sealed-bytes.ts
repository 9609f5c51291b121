import { type KeyObject, randomBytes } from 'node:crypto'
import { giveBack, letGo, takeBuffer } from '../platform/buffers.ts'
import {
  chunkCount,
  chunkSize,
  fileKey,
  headerSize,
  keyId,
  magic,
  openChunk,
  parseHeader,
  SealError,
  type SealHeader,
  saltSize,
  sealChunk,
  sealedChunkSize,
  tagSize,
} from './sealed-chunks.ts'

/** A key of 32 bytes, or a function that finds one by its id (see `keyId`) and throws if there is none. */
export type OpeningKey = Uint8Array | ((id: Buffer) => Uint8Array | Promise<Uint8Array>)

/** Bytes in pieces of any size, each used before the next one is requested. */
type Pieces = AsyncIterable<Uint8Array>

/**
 * Encrypts bytes so that any change is detected on opening; `sealed-chunks.ts` describes the format.
 * @param key 32 bytes
 * @param context owner of the bytes, such as a file's name: they open for nothing else
 * @returns the sealed bytes, `sealedSize` of them, in large pieces; each is valid until the next one is requested
 * @throws errors of the source
 */
export function sealBytes(key: Uint8Array, source: Pieces, context = ''): AsyncGenerator<Buffer, void, void> {
  const salt = randomBytes(saltSize)
  return gather(sealChunks(fileKey(key, salt, context), Buffer.concat([magic, keyId(key), salt]), source))
}

async function* sealChunks(key: KeyObject, header: Buffer, source: Pieces): AsyncGenerator<Buffer, void, void> {
  yield header
  let index = 0
  for await (const { bytes, isLast } of cut(source, chunkSize)) {
    const [sealed, proof] = sealChunk(key, bytes, index++, isLast)
    yield sealed
    yield proof
  }
}

/**
 * Opens sealed bytes, from their header to their end. Every byte returned is authenticated at its position; the absence
 * of a missing end is certain only once this returns without an error.
 * @param key that sealed them
 * @param context as at sealing
 * @returns the bytes, in large pieces; each is valid until the next one is requested
 * @throws SealError if they were altered or truncated, aren't sealed, or with another key or context; errors of the
 * source
 */
export async function* openBytes(key: OpeningKey, source: Pieces, context = ''): AsyncGenerator<Buffer, void, void> {
  const pieces = source[Symbol.asyncIterator]()
  try {
    const start = await readStart(pieces)
    const header = parseHeader(start)
    if (!header) throw new SealError('these bytes are not sealed')
    const opening = await keyOf(key, header, context)
    yield* gather(openChunks(opening, continueWith(start.subarray(headerSize), pieces)))
  } finally {
    await pieces.return?.()
  }
}

/** @returns the first bytes: a header, and the rest of its pieces; fewer at the end */
async function readStart(pieces: AsyncIterator<Uint8Array>): Promise<Buffer> {
  let start = Buffer.alloc(0)
  while (start.length < headerSize) {
    const { done, value } = await pieces.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  return start
}

async function* continueWith(start: Uint8Array, pieces: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
}

/** Part of a sealed file, by the positions of the file's own bytes. */
export interface SealedRange {
  /** First byte. */
  start: number
  /** Last byte, inclusive. */
  end: number
  /** Of the whole file. */
  size: number
}

/** @returns the positions, in sealed bytes, of the chunks of a range; inclusive */
export function sealedRange({ start, end, size }: SealedRange): { start: number; end: number } {
  const last = Math.max(0, Math.floor(end / chunkSize))
  const isEnd = last === chunkCount(size) - 1
  return {
    start: headerSize + Math.floor(start / chunkSize) * sealedChunkSize,
    end: headerSize + last * sealedChunkSize + (isEnd ? size - last * chunkSize + tagSize : sealedChunkSize) - 1,
  }
}

/**
 * Opens part of sealed bytes, as `openBytes` does.
 * @param header of the sealed bytes
 * @param source the bytes at `sealedRange(range)`
 * @returns the bytes of the range; each piece has memory of its own, see `freePiece`
 * @throws SealError as `openBytes`, if any of the range's chunks or the file's size was altered
 */
export async function* openRange(
  key: OpeningKey,
  header: SealHeader,
  source: Pieces,
  range: SealedRange,
  context = '',
): AsyncGenerator<Buffer, void, void> {
  const opening = await keyOf(key, header, context)
  let index = Math.floor(range.start / chunkSize)
  const last = chunkCount(range.size) - 1
  let left = range.end + 1 - range.start
  let skipped = range.start - index * chunkSize
  for await (const { bytes } of cut(source, sealedChunkSize, 0)) {
    const opened = openChunk(opening, bytes, index, index === last)
    const wanted = opened.subarray(skipped, skipped + left)
    skipped = 0
    left -= wanted.length
    index++
    if (wanted.length > 0) yield wanted
  }
  if (left > 0) throw new SealError('sealed bytes are cut short')
}

async function keyOf(key: OpeningKey, header: SealHeader, context: string): Promise<KeyObject> {
  const found = typeof key === 'function' ? await key(header.keyId) : key
  if (!keyId(found).equals(header.keyId)) throw new SealError('these bytes are sealed with another key')
  return fileKey(found, header.salt, context)
}

async function* openChunks(key: KeyObject, source: Pieces): AsyncGenerator<Buffer, void, void> {
  let index = 0
  for await (const { bytes, isLast } of cut(source, sealedChunkSize)) yield openChunk(key, bytes, index++, isLast)
}

/**
 * Cuts bytes into chunks of one size, the last of which may be smaller, with minimal copying.
 * @param ahead number of bytes that must follow a chunk before it is returned: without any, it may be the last
 * @returns at least one chunk, empty without bytes; each is valid until the next one is requested
 */
async function* cut(source: Pieces, size: number, ahead = 1): AsyncGenerator<{ bytes: Uint8Array; isLast: boolean }> {
  let held: Buffer | undefined
  let length = 0
  for await (const piece of source) {
    let at = 0
    if (held && length > 0) {
      at = Math.min(size - length, piece.length)
      held.set(piece.subarray(0, at), length)
      length += at
      if (length < size || piece.length - at < ahead) continue
      yield { bytes: held, isLast: false }
      length = 0
    }
    for (; piece.length - at >= size + ahead; at += size) {
      yield { bytes: piece.subarray(at, at + size), isLast: false }
    }
    length = piece.length - at
    if (length === 0) continue
    held ??= Buffer.allocUnsafeSlow(size)
    held.set(piece.subarray(at))
  }
  if (length > 0 || ahead > 0) yield { bytes: held?.subarray(0, length) ?? Buffer.alloc(0), isLast: true }
}

/**
 * Merges small pieces into large ones, and frees their memory.
 * @param source pieces with memory of their own
 * @returns pieces, each valid until the one after the next is requested; the last one stays valid, since prefetch.ts
 * finds the end while its reader still writes it
 */
async function* gather(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  const buffers: [Buffer, Buffer] = [takeBuffer(), takeBuffer()]
  let [filling, sending] = buffers
  let length = 0
  let last: Buffer | undefined
  try {
    for await (const piece of source) {
      for (let at = 0; at < piece.length; ) {
        const copied = piece.copy(filling, length, at)
        at += copied
        length += copied
        if (length < filling.length) continue
        ;[filling, sending] = [sending, filling]
        last = sending
        yield sending
        length = 0
      }
      freePiece(piece)
    }
    if (length > 0) {
      last = filling
      yield filling.subarray(0, length)
    }
  } finally {
    for (const buffer of buffers) {
      if (buffer === last) letGo(buffer)
      else giveBack(buffer)
    }
  }
}

/** Small pieces may share their memory with others, and cost little. */
const worthFreeing = 64 * 1024

/**
 * Frees memory at once without garbage collection; the next allocation reuses it.
 * @param piece unused, like the rest of its memory
 */
export function freePiece({ buffer }: Buffer): void {
  if (buffer.byteLength > worthFreeing) (buffer as ArrayBuffer).transfer(0)
}
