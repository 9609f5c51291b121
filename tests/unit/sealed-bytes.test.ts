import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openBytes, openRange, sealBytes, sealedRange } from '../../server/vault/sealed-bytes.ts'
import {
  chunkSize,
  headerSize,
  keyId,
  parseHeader,
  plainSize,
  sealedChunkSize,
  sealedSize,
} from '../../server/vault/sealed-chunks.ts'

const key = randomBytes(32)
const context = 'a person/1764000000000.pdf'

/** Sizes around every boundary of the format. */
const sizes = [0, 1, 15, 16, 17, chunkSize - 1, chunkSize, chunkSize + 1, 2 * chunkSize, 3 * chunkSize + 5]
const anySize = fc.oneof(fc.constantFrom(...sizes), fc.nat(3 * chunkSize))
/** Chunk boundaries of a source. */
const anyCuts = fc.array(fc.integer({ min: 1, max: 2 * chunkSize }), { minLength: 1, maxLength: 4 })

/** @returns the bytes in chunks, each of which is overwritten when the next one is requested, like in stores */
async function* piecesOf(bytes: Uint8Array, cuts: number[] = [100_000]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const piece = Uint8Array.from(bytes.subarray(at, at + (cuts[turn % cuts.length] ?? 1)))
    at += piece.length
    yield piece
    piece.fill(0xee)
  }
}

async function all(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const copies: Buffer[] = []
  for await (const piece of pieces) copies.push(Buffer.from(piece))
  return Buffer.concat(copies)
}

const seal = (bytes: Uint8Array, cuts?: number[]) => all(sealBytes(key, piecesOf(bytes, cuts), context))
const open = (sealed: Uint8Array, cuts?: number[]) => all(openBytes(key, piecesOf(sealed, cuts), context))

test('bytes of every size open as they were, however sources break them up', async () => {
  await fc.assert(
    fc.asyncProperty(anySize, anyCuts, anyCuts, async (size, cuts, cutsOfSealed) => {
      const bytes = randomBytes(size)
      const sealed = await seal(bytes, cuts)
      expect(sealed.length).toBe(sealedSize(size))
      expect(plainSize(sealed.length)).toBe(size)
      expect((await open(sealed, cutsOfSealed)).equals(bytes)).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('no other size is taken for that of sealed bytes', () => {
  fc.assert(
    fc.property(anySize, size => {
      expect(plainSize(sealedSize(size))).toBe(size)
      expect(sealedSize(size + 1)).toBeGreaterThan(sealedSize(size))
    }),
  )
  expect(plainSize(0)).toBeUndefined()
  expect(plainSize(headerSize)).toBeUndefined()
  expect(plainSize(headerSize + 15)).toBeUndefined()
  // An empty chunk.
  expect(plainSize(headerSize + sealedChunkSize + 16)).toBeUndefined()
})

test('every range opens from the chunks that it is in', async () => {
  const size = 3 * chunkSize + 5
  const bytes = randomBytes(size)
  const sealed = await seal(bytes)
  const header = parseHeader(sealed)
  if (!header) throw new Error('no header')
  const edges = fc.constantFrom(
    0,
    1,
    chunkSize - 1,
    chunkSize,
    chunkSize + 1,
    2 * chunkSize - 1,
    3 * chunkSize,
    size - 1,
  )
  const position = fc.oneof(edges, fc.nat(size - 1))
  await fc.assert(
    fc.asyncProperty(position, position, anyCuts, async (one, other, cuts) => {
      const range = { start: Math.min(one, other), end: Math.max(one, other), size }
      const { start, end } = sealedRange(range)
      expect(end).toBeLessThan(sealed.length)
      const source = piecesOf(sealed.subarray(start, end + 1), cuts)
      const part = await all(openRange(key, header, source, range, context))
      expect(part.equals(bytes.subarray(range.start, range.end + 1))).toBe(true)
    }),
    { numRuns: 40 },
  )
})

test('a range of a file that has another size, or whose chunks were cut short, does not open', async () => {
  const size = 2 * chunkSize + 10
  const sealed = await seal(randomBytes(size))
  const header = parseHeader(sealed)
  if (!header) throw new Error('no header')
  const read = (range: { start: number; end: number; size: number }, cutShort = 0) => {
    const { start, end } = sealedRange(range)
    return all(openRange(key, header, piecesOf(sealed.subarray(start, end + 1 - cutShort)), range, context))
  }
  const toEnd = { start: chunkSize, end: size - 1, size }
  await read(toEnd)
  await expect(read({ ...toEnd, end: size - 2, size: size - 1 })).rejects.toThrow('not as it was written')
  await expect(read({ start: 0, end: 2 * chunkSize - 1, size: 2 * chunkSize })).rejects.toThrow('not as it was written')
  await expect(read(toEnd, 1)).rejects.toThrow('not as it was written')
  await expect(read(toEnd, 26)).rejects.toThrow('cut short')
})

test('whatever byte is changed, sealed bytes do not open', async () => {
  await fc.assert(
    fc.asyncProperty(
      anySize,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.integer({ min: 1, max: 255 }),
      async (size, place, change) => {
        const sealed = await seal(randomBytes(size))
        const at = Math.floor(place * sealed.length)
        sealed.writeUInt8(sealed.readUInt8(at) ^ change, at)
        await expect(open(sealed)).rejects.toThrow('seal')
      },
    ),
    { numRuns: 30 },
  )
  const header = await seal(Buffer.from('a'))
  for (let at = 0; at < header.length; at++) {
    const changed = Buffer.from(header)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    await expect(open(changed), `byte ${at}`).rejects.toThrow('seal')
  }
})

test('wherever they are cut, and whatever is added, sealed bytes do not open', async () => {
  const sealed = await seal(randomBytes(2 * chunkSize + 100))
  const chunkEnds = [0, 1, 2].map(chunks => headerSize + chunks * sealedChunkSize)
  for (const length of [0, 1, headerSize - 1, ...chunkEnds, ...chunkEnds.map(end => end + 16), sealed.length - 1]) {
    await expect(open(sealed.subarray(0, length)), `${length} bytes`).rejects.toThrow('seal')
  }
  for (const added of [1, 16, sealedChunkSize]) {
    await expect(open(Buffer.concat([sealed, randomBytes(added)]))).rejects.toThrow('seal')
  }
})

test('chunks that are swapped, repeated, left out or taken from another file do not open', async () => {
  const size = 4 * chunkSize
  const sealed = await seal(randomBytes(size))
  const other = await seal(randomBytes(size))
  const chunksOf = (bytes: Buffer) =>
    Array.from({ length: 4 }, (_, i) =>
      bytes.subarray(headerSize + i * sealedChunkSize, headerSize + (i + 1) * sealedChunkSize),
    )
  const [chunks, others] = [chunksOf(sealed), chunksOf(other)]
  const arrangement = fc.array(fc.tuple(fc.nat(3), fc.boolean()), { minLength: 1, maxLength: 6 })
  const isSame = (order: [number, boolean][]) =>
    order.length === 4 && order.every(([index, foreign], place) => index === place && !foreign)
  await fc.assert(
    fc.asyncProperty(arrangement, async order => {
      const parts = order.map(([index, foreign]) => (foreign ? others : chunks)[index] ?? Buffer.alloc(0))
      const opening = open(Buffer.concat([sealed.subarray(0, headerSize), ...parts]))
      if (isSame(order)) await opening
      else await expect(opening).rejects.toThrow('not as it was written')
    }),
    { numRuns: 30 },
  )
  // All of another file's chunks under this file's header.
  await expect(open(Buffer.concat([sealed.subarray(0, headerSize), other.subarray(headerSize)]))).rejects.toThrow()
})

test('they open with the key that sealed them, which is found by its id, and for their context alone', async () => {
  const sealed = await seal(Buffer.from('a file'))
  const other = randomBytes(32)
  await expect(all(openBytes(other, piecesOf(sealed), context))).rejects.toThrow('sealed with another key')
  await expect(all(openBytes(key, piecesOf(sealed), 'another'))).rejects.toThrow('not as it was written')
  await expect(
    all(openBytes(key, piecesOf(Buffer.from('%PDF-1.7 a plain file of more than a header’s size, not sealed')))),
  ).rejects.toThrow('not sealed')
  const find = async (id: Buffer) => {
    const found = [other, key].find(each => keyId(each).equals(id))
    if (!found) throw new Error('no such key')
    return found
  }
  expect(String(await all(openBytes(find, piecesOf(sealed), context)))).toBe('a file')
})

test('the same file sealed twice has nothing in common but its format', async () => {
  const bytes = Buffer.alloc(1000)
  const [one, other] = [await seal(bytes), await seal(bytes)]
  const equal = (from: number) => one.subarray(from).filter((byte, at) => byte === other[from + at]).length
  expect(equal(0)).toBeLessThan(60)
  expect(parseHeader(one)?.keyId).toEqual(keyId(key))
})
