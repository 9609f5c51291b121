import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/*
 * Sealed bytes, as `sealed-bytes.ts` writes and reads them:
 *
 *   header   8 bytes  format
 *           16 bytes  id of the sealing key (`keyId`)
 *           32 bytes  salt, random for each file
 *   chunks   524,272 bytes of the file each, encrypted, and 16 bytes of authentication tag: 512 KB together; the last
 *            chunk is the remainder
 *
 * Key and salt give each file a key of its own (HKDF-SHA-256). Chunks are encrypted by AES-256-GCM under that key; the
 * nonce holds a chunk's number and whether it is the last, so that none can be swapped, repeated, left out or added
 * (STREAM: Hoang, Reyhanitabar, Rogaway and Vizár, CRYPTO 2015). No two chunks share key and nonce.
 */

/** As much as the stores' buffers, so that a chunk never spans two of them. */
export const sealedChunkSize = 512 * 1024
/** Bytes that authenticate a chunk. */
export const tagSize = 16
/** Bytes of the file in each chunk but the last. */
export const chunkSize = sealedChunkSize - tagSize
export const saltSize = 32
/** No text starts with a zero byte. The last byte is the format's version. */
export const magic = Buffer.from('\0sealed\x01', 'latin1')
export const headerSize = magic.length + 16 + saltSize

/** Sealed bytes were altered or truncated, or sealed with another key or context. */
export class SealError extends Error {
  override name = 'SealError'
}

/** The start of sealed bytes. */
export interface SealHeader {
  /** The sealing key's id, see `keyId`. */
  keyId: Buffer
  salt: Buffer
}

/** @returns the header that bytes start with; undefined if they aren't sealed */
export function parseHeader(bytes: Uint8Array): SealHeader | undefined {
  if (bytes.length < headerSize || !magic.equals(bytes.subarray(0, magic.length))) return undefined
  const [keyId, salt] = [bytes.subarray(magic.length, headerSize - saltSize), bytes.subarray(headerSize - saltSize)]
  return { keyId: Buffer.from(keyId), salt: Buffer.from(salt.subarray(0, saltSize)) }
}

/**
 * @param key 32 bytes
 * @returns 16 bytes that identify the key, and reveal nothing else about it
 */
export function keyId(key: Uint8Array): Buffer {
  return createHmac('sha256', key).update('promissory key id').digest().subarray(0, 16)
}

/**
 * @param key 32 bytes
 * @param context owner of the bytes, such as a file's name: they open for nothing else
 * @returns the key of one file
 */
export function fileKey(key: Uint8Array, salt: Uint8Array, context: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', key, salt, `promissory sealed bytes 1 ${context}`, 32)))
}

/** @returns the sealed size of a file of this size */
export function sealedSize(size: number): number {
  return headerSize + size + tagSize * chunkCount(size)
}

/** @returns the size of the file in sealed bytes; undefined for an impossible size */
export function plainSize(sealed: number): number | undefined {
  const body = sealed - headerSize
  const size = body - tagSize * Math.ceil(body / sealedChunkSize)
  return size >= 0 && sealedSize(size) === sealed ? size : undefined
}

/** @returns number of chunks of a file of this size */
export function chunkCount(size: number): number {
  return Math.max(1, Math.ceil(size / chunkSize))
}

/**
 * @param index of the chunk, from 0
 * @returns the encrypted bytes, and their authentication tag
 */
export function sealChunk(key: KeyObject, bytes: Uint8Array, index: number, isLast: boolean): [Buffer, Buffer] {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast), { authTagLength: tagSize })
  const sealed = cipher.update(bytes)
  cipher.final()
  return [sealed, cipher.getAuthTag()]
}

/**
 * @param sealed a chunk with its tag
 * @returns its bytes, in memory of their own
 * @throws SealError unless it is this chunk, unaltered
 */
export function openChunk(key: KeyObject, sealed: Uint8Array, index: number, isLast: boolean): Buffer {
  const end = sealed.length - tagSize
  if (end < 0) throw new SealError('sealed bytes are cut short')
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast), { authTagLength: tagSize })
  decipher.setAuthTag(sealed.subarray(end))
  const bytes = decipher.update(sealed.subarray(0, end))
  try {
    decipher.final()
  } catch {
    throw new SealError(`chunk ${index} of sealed bytes is not as it was written`)
  }
  return bytes
}

/** Chunk numbers have four bytes: 2 PB. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(index, 7)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}
