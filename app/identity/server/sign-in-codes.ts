import { randomUUID, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Selectable, sql, type Transaction } from 'kysely'
import { codeAttempts, codeLifetime, frictionWindow, secondCodeAttempts } from '../../../rules/limits.ts'
import { authDatabase } from '../../../server/database/connection.ts'
import { fromNow } from '../../../server/database/from-now.ts'
import type { AuthDatabase, SignInCodesTable } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { keyedHash } from '../../../server/platform/seal.ts'
import { newCode } from './new-code.ts'

/** Codes requested by browsers: `auth.sign_in_codes`. Only a browser's newest code for an address is valid. */
export type SignInCode = Selectable<SignInCodesTable> & { is_over: boolean }

/** The requester of a code, as stored. */
export type Asking = Pick<SignInCode, 'browser' | 'address' | 'network' | 'device'>

/** @returns the stored hash of an address */
export function addressHash(email: string): string {
  return keyedHash('sign-in address', email)
}

/**
 * Stores a new code.
 * @param work the proof of work spent on it
 * @returns its id, and both codes for the e-mail
 */
export async function insertCode(tx: Transaction<AuthDatabase>, asking: Asking, work?: string) {
  const id = randomUUID()
  const [code, secondCode] = [newCode(), newCode()]
  await tx
    .insertInto('auth.sign_in_codes')
    .values({
      ...asking,
      id,
      work: work ?? null,
      code_hash: codeHash(id, 'first', code),
      second_hash: codeHash(id, 'second', secondCode),
      expires_at: fromNow(codeLifetime),
    })
    .execute()
  return { id, code, secondCode }
}

/** Deletes a code that could not be sent, so that it doesn't count. */
export async function withdrawCode(id: string): Promise<void> {
  await authDatabase().deleteFrom('auth.sign_in_codes').where('id', '=', id).execute()
}

/** @returns the newest code that this browser requested, in any state */
export function newestCode(
  browser: string,
  address: string,
  database: Pick<Transaction<AuthDatabase>, 'selectFrom'> = authDatabase(),
): Promise<SignInCode | undefined> {
  return database
    .selectFrom('auth.sign_in_codes')
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('is_over'))
    .where('browser', '=', browser)
    .where('address', '=', address)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const counters = {
  first: { column: 'attempts', most: codeAttempts },
  second: { column: 'second_attempts', most: secondCodeAttempts },
} as const

/**
 * @param which of the two codes is tried
 * @throws PortalError INVALID_CODE if the code was used, CODE_EXPIRED, CODE_TRIES
 */
export function assertUsable(code: SignInCode, which: keyof typeof counters): void {
  const { column, most } = counters[which]
  if (code.used_at) throw new PortalError('INVALID_CODE')
  if (code.is_over) throw new PortalError('CODE_EXPIRED')
  if (code[column] >= most) throw new PortalError('CODE_TRIES')
}

/** Counts an attempt before the code is compared, so that simultaneous ones can't exceed the maximum. */
export async function countAttempt(
  { id }: SignInCode,
  which: keyof typeof counters,
  database: Pick<Transaction<AuthDatabase>, 'updateTable'> = authDatabase(),
): Promise<void> {
  const { column, most } = counters[which]
  const { numUpdatedRows } = await database
    .updateTable('auth.sign_in_codes')
    .set(eb => ({ [column]: eb(column, '+', 1), attempted_at: sql`now()` }))
    .where('id', '=', id)
    .where(column, '<', most)
    .executeTakeFirst()
  if (!numUpdatedRows) throw new PortalError('CODE_TRIES')
}

/** @returns whether this is the code that was e-mailed */
export function isRightCode(stored: SignInCode, which: 'first' | 'second', typed: string): boolean {
  const hash = which === 'first' ? stored.code_hash : stored.second_hash
  return hash !== null && timingSafeEqual(Buffer.from(codeHash(stored.id, which, typed)), Buffer.from(hash))
}

/**
 * @param stored the newest code, which isn't the one that was typed
 * @returns whether it is an unused earlier code of this browser, replaced by the newest
 */
export async function isReplacedCode(stored: SignInCode, which: 'first' | 'second', typed: string): Promise<boolean> {
  const earlier = await authDatabase()
    .selectFrom('auth.sign_in_codes')
    .selectAll()
    .select(sql<boolean>`expires_at <= now()`.as('is_over'))
    .where('browser', '=', stored.browser)
    .where('address', '=', stored.address)
    .where('created_at', '<', stored.created_at)
    .where('used_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(5)
    .execute()
  return earlier.some(code => isRightCode(code, which, typed))
}

/** Records that the first code was right and the second one is needed. */
export async function confirmFirstCode({ id }: SignInCode): Promise<void> {
  await authDatabase()
    .updateTable('auth.sign_in_codes')
    .set({ confirmed_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Spends a code. @throws PortalError INVALID_CODE if another request has just done so */
export async function spendCode({ id }: SignInCode): Promise<void> {
  const { numUpdatedRows } = await authDatabase()
    .updateTable('auth.sign_in_codes')
    .set({ used_at: sql`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (!numUpdatedRows) throw new PortalError('INVALID_CODE')
}

/** Makes a spent code usable again, after a fault of ours prevented the sign-in. */
export async function returnCode({ id }: SignInCode): Promise<void> {
  await authDatabase().updateTable('auth.sign_in_codes').set({ used_at: null }).where('id', '=', id).execute()
}

/** Invalidates all pending sign-in codes of an address. */
export async function invalidateSignInCodes(email: string): Promise<void> {
  await authDatabase()
    .updateTable('auth.sign_in_codes')
    .set({ expires_at: sql`least(expires_at, now())` })
    .where('address', '=', addressHash(email))
    .execute()
}

/** Removes codes that no longer count. Part of the hourly clean-up. */
export async function cleanUpSignInCodes(): Promise<void> {
  await authDatabase().deleteFrom('auth.sign_in_codes').where('created_at', '<', fromNow(-frictionWindow)).execute()
}

/**
 * Runs a transaction while no other one runs under the same name. One that must wait holds no connection meanwhile, so
 * that a flood of requests for one address stops no one else.
 * @throws PortalError RATE_LIMIT after about three seconds
 */
export async function oneAtATime<T>(name: string, work: (tx: Transaction<AuthDatabase>) => Promise<T>): Promise<T> {
  for (let wait = 10; wait < 2000; wait *= 2) {
    const done = await authDatabase()
      .transaction()
      .execute(async tx => {
        const { rows } = await sql<{ locked: boolean }>`
          select pg_try_advisory_xact_lock(hashtextextended(${`sign-in ${name}`}, 0)) as locked`.execute(tx)
        return rows[0]?.locked ? { value: await work(tx) } : undefined
      })
    if (done) return done.value
    await sleep(wait * (0.5 + Math.random()))
  }
  throw new PortalError('RATE_LIMIT', { retryAfter: 1 })
}

function codeHash(id: string, which: string, code: string): string {
  return keyedHash('sign-in code', `${id} ${which} ${code}`)
}
