import type { Storage } from '../../storage/storage-port.ts'
import { openBytes, sealBytes } from '../../vault/sealed-bytes.ts'
import { type Bytes, compressed, decompressed, gather } from '../streams.ts'

/** A place for backups, with the key that everything in it is encrypted with. */
export interface ArchivePlace {
  store: Storage
  /** The key in BACKUP_KEY, 32 bytes; without one, nothing is encrypted. */
  key: Buffer | undefined
}

/**
 * Stores bytes compressed, which adds a checksum, and encrypted where there is a key. They can then only be read under
 * this name.
 * @returns how many bytes it takes in the place
 */
export async function putPacked({ store, key }: ArchivePlace, name: string, source: Bytes): Promise<number> {
  const packed = compressed(source)
  const { size } = await store.put(name, key ? sealBytes(key, packed, name) : packed)
  return size
}

/**
 * Reads what `putPacked` stored.
 * @throws Error where there is nothing of this name; while it is read: where it is damaged, or the key isn't the one
 */
export async function readPacked({ store, key }: ArchivePlace, name: string): Promise<Bytes> {
  const bytes = await store.read(name)
  if (!bytes) throw new Error(`${name} is missing from the archive`)
  return decompressed(key ? openBytes(key, bytes, name) : bytes)
}

/** @returns all bytes of a source in one buffer */
export async function collect(source: Bytes): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(gather(source)))
}

/** @returns a source of bytes that are in memory */
export async function* bytesOf(content: Uint8Array | string): AsyncGenerator<Buffer> {
  yield Buffer.from(content as string)
}

/** Lists everything in a place whose key starts with `prefix`. */
export async function* listAll(store: Storage, prefix: string) {
  const limit = 1000
  for (let after: string | undefined; ; ) {
    const page = await store.list({ prefix, limit, ...(after !== undefined && { after }) })
    yield* page
    if (page.length < limit) return
    after = page.at(-1)?.key
  }
}
