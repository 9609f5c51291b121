import type { BackupPlace } from '../backup-place.ts'
import { type Bytes, collect, compressed, decompressed } from '../streams.ts'

/**
 * Stores bytes compressed, which adds a checksum.
 * @returns how many bytes it takes in the place
 */
export function putPacked(place: BackupPlace, key: string, content: Bytes | Buffer): Promise<number> {
  return place.write(key, compressed(Buffer.isBuffer(content) ? onePiece(content) : content))
}

async function* onePiece(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

/** Reads what `putPacked` stored. */
export function readPacked(place: BackupPlace, key: string): Bytes {
  return decompressed(place.read(key))
}

export function putJson(place: BackupPlace, key: string, value: object): Promise<number> {
  return putPacked(place, key, Buffer.from(JSON.stringify(value)))
}

/** Reads what `putJson` stored. */
export async function readJson<T>(place: BackupPlace, key: string): Promise<T> {
  return JSON.parse((await collect(readPacked(place, key))).toString())
}
