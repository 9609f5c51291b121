import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { codeAttempts, codeLifetime } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import { fromNow } from '../../database/from-now.ts'
import { keyedHash } from '../../platform/seal.ts'
import { newCode } from '../new-code.ts'

/** What a row stores of a code. */
export interface StoredCode {
  code_hash: string | null
  /** Whether it has expired; null where there is none. */
  is_over: boolean | null
  tries: number
}

/** What a query selects of a row besides, for `codeProblem`. */
export const isCodeOver = sql<boolean | null>`code_expires_at <= now()`.as('is_over')

/**
 * @param purpose what the code is for and where it is sent, so that it works for nothing else
 * @returns a new code, and the columns to store of it
 */
export function createCode(purpose: string) {
  const code = newCode()
  const columns = { code_hash: hashOf(purpose, code), code_expires_at: fromNow(codeLifetime), tries: 0 }
  return { code, columns }
}

/**
 * @param purpose as given to `createCode`
 * @returns why a code is not accepted; undefined where it is. The caller must count a wrong one
 */
export function codeProblem(stored: StoredCode, purpose: string, code: string): MessageCode | undefined {
  if (!stored.code_hash || stored.is_over !== false) return 'CODE_EXPIRED'
  if (stored.tries >= codeAttempts) return 'CODE_TRIES'
  const typed = Buffer.from(hashOf(purpose, code))
  return timingSafeEqual(typed, Buffer.from(stored.code_hash)) ? undefined : 'INVALID_CODE'
}

function hashOf(purpose: string, code: string): string {
  return keyedHash('email change code', `${purpose} ${code}`)
}
