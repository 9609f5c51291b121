import { createHmac, hkdfSync } from 'node:crypto'
import { sealed, unsealed } from './sealed.ts'

let secret: string | undefined
const keys = new Map<string, Buffer>()

/** Sets AUTH_SECRET, from which every key is derived, each for one use. */
export function openSeal(value: string): void {
  secret = value
  keys.clear()
}

function key(use: string): Buffer {
  if (!secret) throw new Error('no secret yet')
  const known = keys.get(use) ?? deriveKey(secret, use)
  keys.set(use, known)
  return known
}

/** @returns a key of 32 bytes, derived from AUTH_SECRET for one use */
export function deriveKey(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `promissory ${use}`, 32))
}

/**
 * @param use purpose: values for one are worthless for another
 * @returns HMAC-SHA-256 of the value, base64url
 */
export function keyedHash(use: string, value: string): string {
  return createHmac('sha256', key(use)).update(value).digest('base64url')
}

/** @returns a secret for another component, derived from AUTH_SECRET without revealing it */
export function derivedSecret(use: string): string {
  return key(use).toString('base64url')
}

/** Encrypts a value that must not be readable in the database. */
export function seal(use: string, value: unknown): string {
  return sealed(key(use), use, JSON.stringify(value)).toString('base64url')
}

/** @throws if the text was changed or sealed with another secret */
export function unseal<T>(use: string, text: string): T {
  const bytes = unsealed(key(use), use, Buffer.from(text, 'base64url'))
  if (!bytes) throw new Error('a sealed text was changed, or sealed with another secret')
  return JSON.parse(bytes.toString('utf8'))
}
