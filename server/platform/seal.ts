import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

let secret: string | undefined

/** Sets AUTH_SECRET, from which every key is derived, each for one use. */
export function openSeal(value: string): void {
  secret = value
}

function key(use: string): Buffer {
  if (!secret) throw new Error('no secret yet')
  return deriveKey(secret, use)
}

/** @returns a key of 32 bytes, derived from AUTH_SECRET for one use */
export function deriveKey(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `promissory ${use}`, 32))
}

/**
 * @param use what the value is for, so that values for one use are worthless for another
 * @returns HMAC-SHA-256 of the value, base64url
 */
export function keyedHash(use: string, value: string): string {
  return createHmac('sha256', key(use)).update(value).digest('base64url')
}

/** @returns a secret for another component, derived from AUTH_SECRET without revealing it */
export function derivedSecret(use: string): string {
  return key(use).toString('base64url')
}

/** Encrypts what is stored in the database but must not be readable there (AES-256-GCM, random nonce first). */
export function seal(use: string, value: unknown): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key(use), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @throws where the text was changed or sealed with another secret */
export function unseal<T>(use: string, text: string): T {
  const bytes = Buffer.from(text, 'base64url')
  // Otherwise a text cut short would be checked by a shorter tag, of which some can be guessed.
  const decipher = createDecipheriv('aes-256-gcm', key(use), bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(bytes.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'))
}
