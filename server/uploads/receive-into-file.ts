import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ERRORS } from '@tus/server'
import { keepHash, takeHash } from './partial-hash.ts'
import { PieceWriter, receive } from './receive.ts'

interface Target {
  /** The upload's id, by which its hash is kept. */
  id: string
  file: FileHandle
  /** Where the first byte goes. */
  offset: number
  /** Size of the whole file, in bytes. */
  size: number
  /** Ends it early; what arrived until then counts. */
  signal: AbortSignal
}

/**
 * Writes a request's bytes to the local file of an upload, hashing them as they arrive.
 * @returns how many bytes the file has then, and tus's error where the connection broke or more bytes than expected
 *   arrived: those before it are in the file
 * @throws errors of the disk
 */
export async function receiveIntoFile(
  bytes: Readable,
  { id, file, offset, size, signal }: Target,
): Promise<{ arrived: number; error: unknown }> {
  const writer = new PieceWriter(file, offset)
  const known = takeHash(id, offset)
  let arrived = offset
  const error = await receive(bytes, signal, chunk => {
    if (arrived + chunk.length > size) throw ERRORS.ERR_SIZE_EXCEEDED
    arrived += chunk.length
    known?.hash.update(chunk)
    return writer.take(chunk)
  }).then(
    () => undefined,
    error => (error === ERRORS.ERR_SIZE_EXCEEDED ? error : ERRORS.ABORTED),
  )
  await writer.end()
  if (known) keepHash(id, { hash: known.hash, size: arrived })
  return { arrived, error }
}
