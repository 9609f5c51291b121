import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import { log } from '../platform/log.ts'
import type { AuthDatabase } from './auth-tables.ts'
import { isRestarting, translateError } from './errors.ts'
import type { Database } from './types.ts'

// int8 arrives as text by default. None of our numbers exceed 2^53: files are at most 50 MB.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** How long a request waits for a database that is restarting before it fails. */
const restartTimeoutMs = 8000
const pingTimeoutMs = 2000

let pools:
  | { people: Kysely<Database>; auth: Kysely<AuthDatabase>; locks: Kysely<unknown>; settings: pg.PoolConfig }
  | undefined

/**
 * Opens the process's connections, as the login role, which owns nothing (created by `migrateDatabase`).
 * @param settings how to connect as that role
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

/** Closes all connections once the work on them is done. */
export async function disconnect(): Promise<void> {
  const open = pools
  pools = undefined
  if (open) await Promise.all([open.people.destroy(), open.auth.destroy(), open.locks.destroy()])
}

function connected() {
  if (!pools) throw new Error('not connected to the database')
  return pools
}

/** @returns the connections for people's work. Only `act-as.ts` uses them, because a role must be assumed first */
export function peopleConnections(): Kysely<Database> {
  return connected().people
}

/** @returns the connections that hold locks; for `act-as.ts` */
export function lockConnections(): Kysely<unknown> {
  return connected().locks
}

/** @returns the sign-in's connections, in the role app_auth with the schema `auth` first */
export function authDatabase(): Kysely<AuthDatabase> {
  return connected().auth
}

/** @returns how the queue opens its own connections, in the role app_jobs */
export function jobsSettings(): pg.PoolConfig {
  return { ...connected().settings, max: 6, ...asRole('app_jobs', 'jobs') }
}

/** @returns a separate connection for LISTEN; the caller connects and ends it */
export function listenerClient(): pg.Client {
  return new pg.Client({ ...connected().settings, application_name: 'promissory listener', keepAlive: true })
}

/** @throws where the database does not respond within two seconds */
export async function pingDatabase(): Promise<void> {
  const ping = sql`select 1`.execute(connected().people)
  const timeout = sleep(pingTimeoutMs, undefined, { ref: false })
  await Promise.race([ping, timeout.then(() => Promise.reject(new Error('no answer from the database')))])
}

function asRole(role: string, schema: string): pg.PoolConfig {
  return { application_name: `promissory ${schema}`, options: `-c role=${role} -c search_path=${schema}` }
}

function pool(settings: pg.PoolConfig): pg.Pool {
  const created = new pg.Pool({ idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000, ...settings })
  // An idle connection that breaks would otherwise end the process; the pool replaces it by itself.
  created.on('error', error => log.warn('a database connection was lost', { reason: error.message }))
  // So would a connection in use, for example between two statements. The next statement then fails by itself.
  created.on('connect', client => client.on('error', () => {}))
  return created
}

function dialect(from: pg.Pool): PostgresDialect {
  return new PostgresDialect({
    pool: { options: from.options, connect: () => connectClient(from), end: () => from.end() },
  })
}

/** @returns a connection whose errors are translated, see `translateError` */
async function connectClient(from: pg.Pool): Promise<PostgresPoolClient> {
  try {
    const client = await connectWithRetries(from)
    const query = (...statement: Parameters<typeof client.query>) =>
      (client.query(...statement) as unknown as Promise<unknown>).catch(error => {
        throw translateError(error)
      })
    return { query, release: client.release } as unknown as PostgresPoolClient
  } catch (error) {
    throw translateError(error)
  }
}

// Nothing has been sent before a connection exists, so it is always safe to wait for a restart.
async function connectWithRetries(from: pg.Pool): Promise<pg.PoolClient> {
  const until = Date.now() + restartTimeoutMs
  for (let wait = 50; ; wait = Math.min(wait * 2, 500)) {
    try {
      return await from.connect()
    } catch (error) {
      if (!isRestarting(error) || Date.now() + wait > until) throw error
      await sleep(wait)
    }
  }
}
