import { sql, type Transaction } from 'kysely'
import type { AuthTables } from './auth-tables.ts'
import { lockConnections, peopleConnections } from './connection.ts'
import { type ConstraintCodes, translateConstraint } from './errors.ts'
import type { Database } from './types.ts'

type Work<T> = (tx: Transaction<Database>) => Promise<T>

/**
 * Runs work in one transaction as a person: row-level security decides what it can see and change.
 * @param actor whose id the policies check
 * @param work committed as a whole, or not at all
 * @param codes the error to throw for each constraint that may be violated
 * @returns what `work` returns
 * @throws what `work` throws, after rolling back; PortalError FORBIDDEN where row-level security refuses, AWAY where
 *   the database cannot be reached
 */
export function actAs<T>(actor: { id: string }, work: Work<T>, codes: ConstraintCodes = {}): Promise<T> {
  return transact(
    tx => sql`select set_config('role', 'app_user', true), set_config('app.user_id', ${actor.id}, true)`.execute(tx),
    work,
    codes,
  )
}

/**
 * Runs work in one transaction as an anonymous visitor, who may leave a message or book a call (role app_visitor).
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
 * Runs work in one transaction as the person with the secret of a call (role app_caller), who can see only that call.
 * @param tokenHash HMAC of the secret, as stored in the row
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
 * Runs work in one transaction as the queue and the clean-up, which act for no person (role app_jobs).
 * @throws as `actAs`
 */
export function actAsJobs<T>(work: Work<T>): Promise<T> {
  return transact(
    tx => sql`select set_config('role', 'app_jobs', true), set_config('app.user_id', '', true)`.execute(tx),
    work,
    {},
  )
}

async function transact<T>(assumeRole: Work<unknown>, work: Work<T>, codes: ConstraintCodes): Promise<T> {
  try {
    return await peopleConnections()
      .transaction()
      .execute(async tx => {
        await assumeRole(tx)
        return work(tx)
      })
  } catch (error) {
    throw translateConstraint(error, codes)
  }
}

/** Runs part of a transaction as a visitor, then returns to its role. */
export function alsoAsVisitor<T>(tx: Transaction<Database>, work: () => Promise<T>): Promise<T> {
  return alsoAs(tx, 'app_visitor', work)
}

/** Runs part of a transaction as the queue, then returns to its role. */
export function alsoAsJobs<T>(tx: Transaction<Database>, work: () => Promise<T>): Promise<T> {
  return alsoAs(tx, 'app_jobs', work)
}

/**
 * Runs part of a transaction as the sign-in (role app_auth), the only role that can access the schema `auth` and write
 * the profiles' addresses, then returns to its role.
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
 * Runs work while no other process or request runs work under the same name. Locks use connections of their own, so
 * that work holding a lock never waits for a connection that someone waiting for that lock holds.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return lockConnections()
    .transaction()
    .execute(async tx => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
      return work()
    })
}
