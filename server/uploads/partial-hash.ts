import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** The SHA-256 of an upload's first bytes, updated as more arrive. */
export interface PartialHash {
  hash: Hash
  /** How many bytes it covers. */
  size: number
}

/** Between the requests of an upload, by its id. Node can't store a hash that isn't finished, so a restart loses them. */
const kept = new Map<string, PartialHash>()
/** Uploads in progress; of more, the oldest are read again when they finish. */
const mostKept = 1000

/**
 * @param offset how many bytes have arrived
 * @returns the hash of those bytes, which no other caller has; undefined where it isn't known, as after a restart
 */
export function takeHash(id: string, offset: number): PartialHash | undefined {
  const found = kept.get(id)
  kept.delete(id)
  if (found?.size === offset) return found
  return offset === 0 ? { hash: createHash('sha256'), size: 0 } : undefined
}

/** Keeps a hash for the upload's next request. */
export function keepHash(id: string, hash: PartialHash): void {
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size >= mostKept) kept.delete(oldest)
  kept.set(id, hash)
}

/**
 * @param path of the upload's file, which is read where its hash isn't known
 * @param size of the whole file, in bytes
 * @returns the SHA-256 of the whole file, in hexadecimal
 */
export async function finishHash(id: string, path: string, size: number): Promise<string> {
  const arrived = takeHash(id, size)
  if (arrived) return arrived.hash.digest('hex')
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('hex')
}
