import { timingSafeEqual } from 'node:crypto'
import { codeLifetime, codeTries } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import { keyedHash } from '../../platform/seal.ts'
import { newCode } from '../new-code.ts'

/** What a row keeps of a code under way. */
export interface KeptCode {
  code_hash: string | null
  code_expires_at: Date | null
  tries: number
}

/**
 * @param purpose what the code is good for and where it goes, so that it is good for nothing else
 * @returns a new code, and what is kept of it
 */
export function makeCode(purpose: string) {
  const code = newCode()
  const kept = { code_hash: hashOf(purpose, code), code_expires_at: new Date(Date.now() + codeLifetime), tries: 0 }
  return { code, kept }
}

/**
 * @param purpose as it was when the code was made
 * @returns why a code is not accepted; undefined where it is. A wrong one must be counted by the caller
 */
export function codeProblem(kept: KeptCode, purpose: string, code: string): MessageCode | undefined {
  if (!kept.code_hash || !kept.code_expires_at || kept.code_expires_at.getTime() <= Date.now()) return 'CODE_EXPIRED'
  if (kept.tries >= codeTries) return 'CODE_TRIES'
  const typed = Buffer.from(hashOf(purpose, code))
  return timingSafeEqual(typed, Buffer.from(kept.code_hash)) ? undefined : 'INVALID_CODE'
}

function hashOf(purpose: string, code: string): string {
  return keyedHash('email change code', `${purpose} ${code}`)
}
