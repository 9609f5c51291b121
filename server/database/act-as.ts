import { type Kysely, sql, type Transaction } from 'kysely'
import { authDatabase, jobsConnections, lockConnections, peopleConnections } from './connection.ts'
import { type ConstraintCodes, translateConstraint } from './errors.ts'
import { SignedActor, type SigningActor } from './signed-actor.ts'
import type { AuthTables, Database } from './types.ts'

/** A transaction on the sign-in's login, part of which may run as the sign-in. */
export type AccountTransaction = Transaction<Database> & { readonly login: 'sign-in' }
/** A transaction on the queue's login, part of which may run as the queue. */
export type JobTransaction = Transaction<Database> & { readonly login: 'jobs' }

type Work<T, Tx = Transaction<Database>> = (tx: Tx) => Promise<T>

/**
 * Runs work in one transaction as a person: row-level security decides what it can see and change. The person's id is
 * signed for this transaction, so that no statement in it can act as someone else (docs/decisions/0009).
 * @param actor the person whom the policies check
 * @param work committed as a whole, or not at all
 * @param codes the error to throw for each constraint that may be violated
 * @returns the result of `work`
 * @throws errors of `work`, after rolling back; PortalError FORBIDDEN if row-level security refuses, AWAY if the
 * database is unreachable
 */
export function actAs<T>(actor: SigningActor, work: Work<T>, codes: ConstraintCodes = {}): Promise<T> {
  return transact(peopleConnections(), tx => assume(tx, 'app_user', new SignedActor(actor)), work, codes)
}

/**
 * `actAs` for work on the person's own sign-in: parts of it may run as the sign-in, with `alsoAsSignIn`. It uses the
 * sign-in's login, because the one for pages cannot access the schema `auth`.
 */
export function actOnAccount<T>(
  actor: SigningActor,
  work: Work<T, AccountTransaction>,
  codes: ConstraintCodes = {},
): Promise<T> {
  const connections = authDatabase() as unknown as Kysely<Database>
  return transact(
    connections,
    tx => assume(tx, 'app_user', new SignedActor(actor)),
    tx => work(tx as AccountTransaction),
    codes,
  )
}

/** `actAs` for a job on behalf of a person: parts of it may run as the queue, with `alsoAsJobs`. */
export function actAsInJob<T>(actor: SigningActor, work: Work<T, JobTransaction>): Promise<T> {
  return transact(
    jobsConnections(),
    tx => assume(tx, 'app_user', new SignedActor(actor)),
    tx => work(tx as JobTransaction),
  )
}

/**
 * Runs work in one transaction as an anonymous visitor, who may leave a message or book a call (role app_visitor).
 * @throws as `actAs`
 */
export function actAsVisitor<T>(work: Work<T>, codes: ConstraintCodes = {}): Promise<T> {
  return transact(peopleConnections(), tx => assume(tx, 'app_visitor'), work, codes)
}

/**
 * Runs work in one transaction as the person with a call's secret (role app_caller), who can see only that call.
 * @param tokenHash HMAC of the secret, as stored in the row. Unguessable, so it needs no signature
 * @throws as `actAs`
 */
export function actAsCaller<T>(tokenHash: string, work: Work<T>, codes: ConstraintCodes = {}): Promise<T> {
  const assumeCaller = (tx: Transaction<Database>) =>
    sql`select set_config('role', 'app_caller', true), set_config('app.call_token', ${tokenHash}, true)`.execute(tx)
  return transact(peopleConnections(), assumeCaller, work, codes)
}

/**
 * Runs work in one transaction as the queue and the clean-up, without a person (role app_jobs).
 * @throws as `actAs`
 */
export function actAsJobs<T>(work: Work<T>): Promise<T> {
  return transact(jobsConnections(), tx => assume(tx, 'app_jobs'), work)
}

function assume(tx: Transaction<Database>, role: string, actor: SignedActor | '' = ''): Promise<unknown> {
  return sql`select set_config('role', ${role}, true), set_config('app.actor', ${actor}, true)`.execute(tx)
}

async function transact<T>(
  connections: Kysely<Database>,
  assumeRole: Work<unknown>,
  work: Work<T>,
  codes: ConstraintCodes = {},
): Promise<T> {
  try {
    return await connections.transaction().execute(async tx => {
      await assumeRole(tx)
      return work(tx)
    })
  } catch (error) {
    throw translateConstraint(error, codes)
  }
}

/** Runs part of a caller's transaction as a visitor, then returns to its role. */
export function alsoAsVisitor<T>(tx: Transaction<Database>, work: () => Promise<T>): Promise<T> {
  return alsoAs(tx, 'app_visitor', work)
}

/** Runs part of a transaction as the queue, then returns to its role. */
export function alsoAsJobs<T>(tx: JobTransaction, work: () => Promise<T>): Promise<T> {
  return alsoAs(tx, 'app_jobs', work)
}

/**
 * Runs part of a transaction as the sign-in (role app_auth), the only role that can access the schema `auth` and write
 * the profiles' addresses, then returns to its role.
 */
export function alsoAsSignIn<T>(
  tx: AccountTransaction,
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
 * Runs work while no other process or request runs work under the same name. Locks use connections of their own, to
 * avoid deadlocks between locks and connections.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return lockConnections()
    .transaction()
    .execute(async tx => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
      return work()
    })
}
