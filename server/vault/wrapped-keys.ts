import { hkdfSync, randomBytes } from 'node:crypto'
import { sealed, unsealed } from '../platform/sealed.ts'
import { keyId } from './sealed-chunks.ts'

/** A key that encrypts files, itself encrypted with a VAULT_KEY: a row of `app.vault_keys`. */
export interface WrappedKey {
  /** Of the key, see `keyId`. */
  id: Buffer
  wrapped: Buffer
  /** Id of the VAULT_KEY. */
  wrapped_by: Buffer
}

/** @returns a random key of 32 bytes */
export function createKey(): Buffer {
  return randomBytes(32)
}

/** @param vaultKey 32 bytes */
export function wrapKey(vaultKey: Uint8Array, key: Uint8Array): WrappedKey {
  const id = keyId(key)
  return { id, wrapped: sealed(wrappingKey(vaultKey), id, key), wrapped_by: keyId(vaultKey) }
}

/**
 * @param vaultKeys all of VAULT_KEY
 * @returns the key; undefined if none of them wraps it, or the row was altered
 */
export function unwrapKey(
  vaultKeys: readonly Uint8Array[],
  { id, wrapped, wrapped_by }: WrappedKey,
): Buffer | undefined {
  const vaultKey = vaultKeys.find(each => keyId(each).equals(wrapped_by))
  if (!vaultKey) return undefined
  const key = unsealed(wrappingKey(vaultKey), id, wrapped)
  return key && keyId(key).equals(id) ? key : undefined
}

function wrappingKey(vaultKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', vaultKey, '', 'promissory vault', 32))
}
