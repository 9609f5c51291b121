import { sql, type Transaction } from 'kysely'
import type { AuthTables } from './auth-tables.ts'
import { lockConnections, peopleConnections } from './connection.ts'
import { type ConstraintCodes, translateConstraint } from './errors.ts'
import type { Database } from './types.ts'

type Work<T> = (tx: Transaction<Database>) => Promise<T>

/**
 * Does work in one transaction as a person: row-level security decides what it sees and may change.
 * @param actor whose id the policies compare with
 * @param work what to do; all of it is kept or none
 * @param codes what to throw where a constraint refuses
 * @returns what `work` returns
 * @throws what `work` throws, after the transaction was rolled back; PortalError FORBIDDEN where row-level security
 *   refuses, AWAY where the database cannot be reached
 */
export function actAs<T>(actor: { id: string }, work: Work<T>, codes: ConstraintCodes = {}): Promise<T> {
  return transact(
    tx => sql`select set_config('role', 'app_user', true), set_config('app.user_id', ${actor.id}, true)`.execute(tx),
    work,
    codes,
  )
}

/**
 * Does work in one transaction as a visitor, who is nobody: may leave a message or book a call (role app_visitor).
 * @throws as `actAs`
 */
export function actAsVisitor<T>(work: Work<T>, codes: ConstraintCodes = {}): Promise<T> {
  return transact(
    tx => sql`select set_config('role', 'app_visitor', true), set_config('app.user_id', '', true)`.execute(tx),
    work,
    codes,
  )
}

/**
 * Does work in one transaction as the holder of the secret of one call (role app_caller): it sees that call alone.
 * @param tokenHash HMAC of the secret, as the row keeps it
 * @throws as `actAs`
 */
export function actAsCaller<T>(tokenHash: string, work: Work<T>, codes: ConstraintCodes = {}): Promise<T> {
  return transact(
    tx =>
      sql`select set_config('role', 'app_caller', true), set_config('app.user_id', '', true),
        set_config('app.call_token', ${tokenHash}, true)`.execute(tx),
    work,
    codes,
  )
}

/**
 * Does work in one transaction as the queue and the clean-up, which act for nobody (role app_jobs).
 * @throws as `actAs`
 */
export function actAsJobs<T>(work: Work<T>): Promise<T> {
  return transact(
    tx => sql`select set_config('role', 'app_jobs', true), set_config('app.user_id', '', true)`.execute(tx),
    work,
    {},
  )
}

async function transact<T>(become: Work<unknown>, work: Work<T>, codes: ConstraintCodes): Promise<T> {
  try {
    return await peopleConnections()
      .transaction()
      .execute(async tx => {
        await become(tx)
        return work(tx)
      })
  } catch (error) {
    throw translateConstraint(error, codes)
  }
}

/** Does part of a transaction as a visitor, and goes on in the role it had. */
export function alsoAsVisitor<T>(tx: Transaction<Database>, work: () => Promise<T>): Promise<T> {
  return alsoAs(tx, 'app_visitor', work)
}

/** Does part of a transaction as the queue, and goes on in the role it had. */
export function alsoAsJobs<T>(tx: Transaction<Database>, work: () => Promise<T>): Promise<T> {
  return alsoAs(tx, 'app_jobs', work)
}

/**
 * Does part of a transaction as the sign-in (role app_auth), which alone reaches the schema `auth` and the profiles'
 * addresses, and goes on in the role it had.
 */
export function alsoAsSignIn<T>(
  tx: Transaction<Database>,
  work: (auth: Transaction<AuthTables>) => Promise<T>,
): Promise<T> {
  return alsoAs(tx, 'app_auth', () => work(tx as never))
}

async function alsoAs<T>(tx: Transaction<Database>, role: string, work: () => Promise<T>): Promise<T> {
  const before = await sql<{ role: string }>`
    select current_setting('role') as role, set_config('role', ${role}, true)`.execute(tx)
  const result = await work()
  await sql`select set_config('role', ${before.rows[0]?.role ?? 'none'}, true)`.execute(tx)
  return result
}

/**
 * Does work while no other process or request does work under the same name. The lock has connections of its own,
 * so that work which needs a connection too never waits for somebody who waits for its lock.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return lockConnections()
    .transaction()
    .execute(async tx => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
      return work()
    })
}
