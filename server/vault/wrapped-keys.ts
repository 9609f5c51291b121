import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { keyId } from './sealed-chunks.ts'

/** A key that encrypts files, encrypted itself with a VAULT_KEY: a row of `app.vault_keys`. */
export interface WrappedKey {
  /** Of the key, see `keyId`. */
  id: Buffer
  wrapped: Buffer
  /** Id of the VAULT_KEY. */
  wrapped_by: Buffer
}

const nonceSize = 12
const tagSize = 16

/** @returns a random key of 32 bytes */
export function createKey(): Buffer {
  return randomBytes(32)
}

/** @param vaultKey 32 bytes */
export function wrapKey(vaultKey: Uint8Array, key: Uint8Array): WrappedKey {
  const id = keyId(key)
  const nonce = randomBytes(nonceSize)
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(vaultKey), nonce, { authTagLength: tagSize })
  cipher.setAAD(id)
  const wrapped = Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()])
  return { id, wrapped, wrapped_by: keyId(vaultKey) }
}

/**
 * @param vaultKeys all of VAULT_KEY
 * @returns the key; undefined where none of them wraps it, or the row was changed
 */
export function unwrapKey(
  vaultKeys: readonly Uint8Array[],
  { id, wrapped, wrapped_by }: WrappedKey,
): Buffer | undefined {
  const vaultKey = vaultKeys.find(each => keyId(each).equals(wrapped_by))
  if (!vaultKey) return undefined
  const nonce = wrapped.subarray(0, nonceSize)
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey(vaultKey), nonce, { authTagLength: tagSize })
  decipher.setAAD(id)
  decipher.setAuthTag(wrapped.subarray(-tagSize))
  try {
    const key = Buffer.concat([decipher.update(wrapped.subarray(nonceSize, -tagSize)), decipher.final()])
    return keyId(key).equals(id) ? key : undefined
  } catch {
    return undefined
  }
}

function wrappingKey(vaultKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', vaultKey, '', 'promissory vault', 32))
}
