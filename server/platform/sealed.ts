import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/*
 * Small values encrypted as a whole, by AES-256-GCM with a random nonce. Files are sealed in chunks with counting
 * nonces (server/vault/sealed-chunks.ts).
 */

const nonceSize = 12
const tagSize = 16

/**
 * @param key 32 bytes
 * @param context owner of the bytes, such as a row's id: they open for nothing else
 * @returns nonce, encrypted bytes, and authentication tag
 */
export function sealed(key: Uint8Array, context: Uint8Array | string, bytes: Uint8Array | string): Buffer {
  const nonce = randomBytes(nonceSize)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagSize })
  cipher.setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(Buffer.from(bytes)), cipher.final(), cipher.getAuthTag()])
}

/**
 * @param bytes result of `sealed`
 * @returns the sealed value; undefined if altered, or sealed with another key or context
 */
export function unsealed(key: Uint8Array, context: Uint8Array | string, bytes: Uint8Array): Buffer | undefined {
  if (bytes.length < nonceSize + tagSize) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceSize), { authTagLength: tagSize })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(-tagSize))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceSize, -tagSize)), decipher.final()])
  } catch {
    return undefined
  }
}
