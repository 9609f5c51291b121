import { createHmac, type KeyObject } from 'node:crypto'
import { deriveKey } from '../platform/seal.ts'

/** @returns the key that signs actors; the database has a copy that only its own check can read */
export function actorKey(secret: string): Buffer {
  return deriveKey(secret, 'database actor')
}

/** The signed content. */
export interface Claim {
  /** Whether administrator rights are withheld for now, whatever the profile says. */
  withheld?: boolean
  /** `auth.sessions.id` of the acting session; undefined for work that continues without one. */
  sessionId?: string | undefined
}

/**
 * Signs the actor and session of a transaction. `app.user_id()` in the database checks it.
 * @param transaction its process and start, as the connection read them at the beginning: the token is worthless on
 * another connection and in any other transaction
 */
export function actorToken(
  key: Buffer | KeyObject,
  userId: string,
  transaction: string,
  { withheld = false, sessionId }: Claim = {},
): string {
  const claim = [userId, withheld && 'withheld', sessionId && `session=${sessionId}`].filter(Boolean).join(' ')
  return `${claim} ${createHmac('sha256', key).update(`${claim} ${transaction}`).digest('hex')}`
}

/**
 * @returns the key as RFC 2104 mixes it into both hashes: padded to SHA-256's block of 64 bytes, with every bit of 0x36
 * or 0x5c flipped. PostgreSQL has SHA-256 but no HMAC
 */
export function keyBlocks(key: Buffer): { inner: Buffer; outer: Buffer } {
  const block = Buffer.alloc(64)
  key.copy(block)
  return { inner: block.map(byte => byte ^ 0x36) as Buffer, outer: block.map(byte => byte ^ 0x5c) as Buffer }
}
