import { setTimeout as sleep } from 'node:timers/promises'
import { type Generated, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { log } from '../platform/log.ts'
import type { Database } from './types.ts'

// int8 and its kin come as text by default. Nothing here counts beyond 2^53: sizes are at most 50 MB.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** How long a request waits for a database that is restarting before it fails, in milliseconds. */
const patience = 8000

let pools:
  | { people: Kysely<Database>; auth: Kysely<AuthDatabase>; locks: Kysely<unknown>; settings: pg.PoolConfig }
  | undefined

/** The tables of the schema `auth` that our own code touches; the rest belongs to the sign-in library. */
export interface AuthDatabase {
  'auth.users': UsersTable
  'auth.sessions': SessionsTable
  'auth.verifications': { id: string; identifier: string; expires_at: Date }
  'auth.limits': { key: string; used: number; window_ends_at: Date }
  'auth.devices': { user_id: string; device_hash: string; seen_at: Date }
  'auth.email_changes': EmailChangesTable
  'auth.address_changes': AddressChangesTable
}

/** What role app_auth reaches within a transaction: its schema, and the profiles' addresses. */
export type AuthTables = AuthDatabase & Pick<Database, 'user_profiles'>

interface UsersTable {
  id: string
  email: string
  name: string
  metadata: Record<string, unknown>
  email_verified: boolean
  updated_at: Date
  locked_at: Date | null
}

interface SessionsTable {
  id: string
  user_id: string
  expires_at: Date
  /** The library keeps an IPv6 address's network only. */
  ip_address: string | null
  user_agent: string | null
  created_at: Date
  /** When it was last extended, `sessionRenewal` apart at least. */
  updated_at: Date
}

export interface EmailChangesTable {
  session_id: string
  user_id: string
  step: 'verify-current' | 'enter-new' | 'verify-new'
  old_email: string
  new_email: string | null
  code_hash: string | null
  code_expires_at: Date | null
  tries: Generated<number>
  expires_at: Date
}

export interface AddressChangesTable {
  id: Generated<string>
  user_id: string
  old_email: string
  new_email: string
  token_hash: string
  ip_address: string | null
  user_agent: string | null
  changed_at: Generated<Date>
  report_until: Date
  reported_at: Date | null
  restored_at: Date | null
  voided_at: Date | null
  code_hash: string | null
  code_expires_at: Date | null
  tries: Generated<number>
}

/**
 * Opens the process's connections, as the login role that owns nothing (`prepareDatabase` made it).
 * @param settings how to reach the database as that role
 */
export function connect(settings: pg.PoolConfig): void {
  if (pools) throw new Error('already connected')
  pools = {
    settings,
    people: new Kysely({ dialect: dialect(pool({ ...settings, max: 20, application_name: 'promissory' })) }),
    auth: new Kysely({ dialect: dialect(pool({ ...settings, max: 10, ...asRole('app_auth', 'auth') })) }),
    locks: new Kysely({ dialect: dialect(pool({ ...settings, max: 8, application_name: 'promissory locks' })) }),
  }
}

/** Closes them, once the work that holds them is done. */
export async function disconnect(): Promise<void> {
  const open = pools
  pools = undefined
  if (open) await Promise.all([open.people.destroy(), open.auth.destroy(), open.locks.destroy()])
}

function connected() {
  if (!pools) throw new Error('not connected to the database')
  return pools
}

/**
 * Does work in one transaction as a person: row-level security decides what it sees and may change.
 * @param actor whose id the policies compare with
 * @param work what to do; all of it is kept or none
 * @returns what `work` returns
 * @throws what `work` throws, after the transaction was rolled back
 */
export function actAs<T>(actor: { id: string }, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  return connected()
    .people.transaction()
    .execute(async tx => {
      await sql`select set_config('role', 'app_user', true), set_config('app.user_id', ${actor.id}, true)`.execute(tx)
      return work(tx)
    })
}

/** Does work in one transaction as a visitor, who is nobody: may leave a message or book a call (role app_visitor). */
export function actAsVisitor<T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  return connected()
    .people.transaction()
    .execute(async tx => {
      await sql`select set_config('role', 'app_visitor', true), set_config('app.user_id', '', true)`.execute(tx)
      return work(tx)
    })
}

/**
 * Does work in one transaction as whoever holds the secret of one call (role app_caller): it sees that call alone.
 * @param tokenHash HMAC of the secret, as the row keeps it
 */
export function actAsCaller<T>(tokenHash: string, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  return connected()
    .people.transaction()
    .execute(async tx => {
      await sql`select set_config('role', 'app_caller', true), set_config('app.user_id', '', true),
        set_config('app.call_token', ${tokenHash}, true)`.execute(tx)
      return work(tx)
    })
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

/** Does work in one transaction as the queue and the clean-up, which act for nobody (role app_jobs). */
export function actAsJobs<T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  return connected()
    .people.transaction()
    .execute(async tx => {
      await sql`select set_config('role', 'app_jobs', true), set_config('app.user_id', '', true)`.execute(tx)
      return work(tx)
    })
}

/**
 * Does work while no other process or request does work under the same name. The lock has connections of its own,
 * so that work which needs a connection too never waits for somebody who waits for its lock.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return connected()
    .locks.transaction()
    .execute(async tx => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
      return work()
    })
}

/** @returns the connections of the sign-in, in role app_auth with the schema `auth` first */
export function authDatabase(): Kysely<AuthDatabase> {
  return connected().auth
}

/** @returns how the queue opens its own connections, in role app_jobs */
export function jobsSettings(): pg.PoolConfig {
  return { ...connected().settings, max: 6, ...asRole('app_jobs', 'jobs') }
}

/** @returns a new connection of its own, for LISTEN; the caller connects and ends it */
export function listenerClient(): pg.Client {
  return new pg.Client({ ...connected().settings, application_name: 'promissory listener', keepAlive: true })
}

/** @throws while the database does not answer within two seconds */
export async function pingDatabase(): Promise<void> {
  const answer = sql`select 1`.execute(connected().people)
  await Promise.race([
    answer,
    sleep(2000, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer from the database'))),
  ])
}

function asRole(role: string, schema: string): pg.PoolConfig {
  return { application_name: `promissory ${schema}`, options: `-c role=${role} -c search_path=${schema}` }
}

function pool(settings: pg.PoolConfig): pg.Pool {
  const made = new pg.Pool({ idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000, ...settings })
  // An idle connection that breaks would otherwise end the process; the pool replaces it by itself.
  made.on('error', error => log.warn('a database connection broke', { reason: error.message }))
  // So would one that is at work, between two statements of a transaction say; the next statement fails then.
  made.on('connect', client => client.on('error', () => {}))
  return made
}

function dialect(from: pg.Pool): PostgresDialect {
  return new PostgresDialect({
    pool: { options: from.options, connect: () => connectPatiently(from), end: () => from.end() },
  })
}

// Nothing has been sent yet when a connection cannot be made, so waiting out a restart is always safe.
async function connectPatiently(from: pg.Pool): Promise<pg.PoolClient> {
  const until = Date.now() + patience
  for (let wait = 50; ; wait = Math.min(wait * 2, 500)) {
    try {
      return await from.connect()
    } catch (error) {
      if (!isRestarting(error) || Date.now() + wait > until) throw error
      await sleep(wait)
    }
  }
}

function isRestarting(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? ''
  // 57P01-57P03: shutting down or starting up; 53300, EAGAIN: so many come back at once that some have to wait; the
  // rest: no server behind the socket just now.
  return /^57P0[123]$|^53300$|^(EAGAIN|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/.test(code)
}

/** @returns whether an error means that the database went away in the middle of work; the same may succeed soon */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message, cause } = error as { code?: string; message?: string; cause?: unknown }
  // The driver gives its own errors for broken connections no code.
  const broken =
    !code &&
    /^Connection terminated|^Client has encountered a connection error|timeout exceeded when/.test(message ?? '')
  return broken || isRestarting(error) || (cause instanceof Error && isDatabaseAway(cause))
}
