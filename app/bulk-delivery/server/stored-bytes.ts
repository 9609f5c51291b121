import { createHash } from 'node:crypto'
import { storage } from '../../../server/storage/storage.ts'
import { SealError } from '../../../server/vault/sealed-chunks.ts'

/** A stored file, as its row knows it. */
export interface KnownFile {
  path: string | null
  size: number
  sha256: string
}

/** @returns a stored file's bytes; undefined where it is missing, or isn't what was stored */
export async function bytesOf({ path, size, sha256 }: KnownFile): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const stored = path ? await storage().read(path) : undefined
    if (!stored) return undefined
    await using content = stored
    const bytes = new Uint8Array(size)
    let at = 0
    for await (const chunk of content) {
      if (at + chunk.length > size) return undefined
      bytes.set(chunk, at)
      at += chunk.length
    }
    return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : undefined
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}
