import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { codeAttempts, codeLifetime } from '../../../../rules/limits.ts'
import { fromNow } from '../../../../server/database/from-now.ts'
import { keyedHash } from '../../../../server/platform/seal.ts'
import type { codeRefusals } from '../../code-refusals.ts'
import { newCode } from '../new-code.ts'

/** A code as stored in a row. */
export interface StoredCode {
  code_hash: string | null
  /** Whether it has expired; null without one. */
  is_over: boolean | null
  tries: number
  /** Of earlier codes. */
  earlier_hashes: string[]
}

/** Why a code is refused. */
export type CodeProblem = keyof typeof codeRefusals

/** Additional column for `codeProblem`. */
export const isCodeOver = sql<boolean | null>`code_expires_at <= now()`.as('is_over')

/**
 * @param purpose purpose and recipient: the code works for nothing else
 * @param table that stores it
 * @returns a new code, its columns, and those to change if the row has a code already
 */
export function createCode(purpose: string, table: 'session_proofs' | 'email_changes' | 'address_changes') {
  const code = newCode()
  const columns = { code_hash: hashOf(purpose, code), code_expires_at: fromNow(codeLifetime), tries: 0 }
  const [hash, earlier] = [sql.ref(`${table}.code_hash`), sql.ref(`${table}.earlier_hashes`)]
  const earlier_hashes = sql<
    string[]
  >`array_remove((array_prepend(${hash}, ${earlier}))[1:${sql.lit(earlierCodes)}], null)`
  return { code, columns, replacing: { ...columns, earlier_hashes } }
}

/** Replaced codes that are recognized: more are not sent during the lifetime of a code. */
const earlierCodes = 5

/**
 * @param purpose as given to `createCode`
 * @returns why a code is not accepted, if it isn't. The caller must count one that `isCounted`
 */
export function codeProblem(stored: StoredCode, purpose: string, code: string): CodeProblem | undefined {
  if (!stored.code_hash || stored.is_over !== false) return 'CODE_EXPIRED'
  if (stored.tries >= codeAttempts) return 'CODE_TRIES'
  const typed = Buffer.from(hashOf(purpose, code))
  const isTyped = (hash: string) => timingSafeEqual(typed, Buffer.from(hash))
  if (isTyped(stored.code_hash)) return undefined
  return stored.earlier_hashes.some(isTyped) ? 'CODE_NEWER' : 'INVALID_CODE'
}

/** @returns whether an attempt counts: a replaced code does, like any wrong one */
export function isCounted(problem: CodeProblem | undefined): boolean {
  return problem === 'INVALID_CODE' || problem === 'CODE_NEWER'
}

function hashOf(purpose: string, code: string): string {
  return keyedHash('email change code', `${purpose} ${code}`)
}
