import { createSecretKey, type KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { type PoolSizes, poolSizes } from './pool-sizes.ts'
import { openPool, signingDialect } from './pools.ts'
import { startWatching, stopWatching } from './reachability.ts'
import type { AuthDatabase, Database } from './types.ts'
import { type PlacedSettings, WatchedClient } from './watched-client.ts'

// int8 arrives as text by default. None of our numbers exceed 2^53: files are at most 50 MB.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Sums of cents, and cents cast to numeric, arrive exact. Numerics with a fraction stay text.
pg.types.setTypeParser(pg.types.builtins.NUMERIC, value => (value.includes('.') ? value : BigInt(value)))
// A day has no time zone; by default it would arrive as midnight in the server's.
pg.types.setTypeParser(pg.types.builtins.DATE, day => day)

const pingTimeoutMs = 2000
const listenerPingMs = 10_000

/** The site's connections: a login for each kind of work, and the key that signs actors. */
export interface DatabaseAccess {
  /** For people's and visitors' work. It cannot assume the roles of the other two. */
  pages: pg.PoolConfig
  signIn: pg.PoolConfig
  jobs: pg.PoolConfig
  /** Address of a pooler in transaction mode, for everything but locks, the queue and live updates. */
  pooler?: pg.PoolConfig
  actorKey: Buffer
}

let pools:
  | {
      people: Kysely<Database>
      reading: pg.Pool
      auth: Kysely<AuthDatabase>
      jobs: Kysely<Database>
      locks: Kysely<unknown>
      access: DatabaseAccess
      sizes: PoolSizes
      key: KeyObject
    }
  | undefined

/**
 * Opens the process's connections, as login roles that own nothing (created by `migrateDatabase`).
 * @param processes number of processes of this site that share the database
 */
export function connect(access: DatabaseAccess, processes = 1): void {
  if (pools) throw new Error('already connected')
  const { pages, signIn, jobs, pooler } = access
  // Creating one from the bytes for each signature takes longer than signing.
  const key = createSecretKey(access.actorKey)
  const sizes = poolSizes(processes)
  const kysely = <T>(settings: pg.PoolConfig) => new Kysely<T>({ dialect: signingDialect(openPool(settings), key) })
  const front = ({ user, password, ...server }: pg.PoolConfig): PlacedSettings =>
    pooler ? { ...pooler, user, password, place: 'pooler' } : { ...server, user, password }
  // A pooler renames a connection whenever it lends it to a client of another name, so all get the same.
  const named = (use: string) => ({ application_name: pooler ? 'promissory' : `promissory ${use}`.trimEnd() })
  pools = {
    access,
    sizes,
    key,
    people: kysely({ ...front(pages), max: sizes.people, ...named('') }),
    // Separate, since a request that holds one may wait for a connection to write with.
    reading: openPool({ ...front(pages), max: sizes.reading, pipeline: true, ...named('reading') }),
    // Through a pooler, the login's own settings configure these connections (logins.ts).
    auth: kysely({
      ...front(signIn),
      max: sizes.signIn,
      ...(pooler ? named('') : asRole('app_auth', 'public', 'sign-in')),
    }),
    jobs: kysely({ ...front(jobs), max: sizes.jobs, ...named('jobs') }),
    // Direct: with a pooler, waiting for a lock could occupy the connection that its holder needs.
    locks: kysely({ ...pages, max: sizes.locks, application_name: 'promissory locks' }),
  }
  startWatching('server', { ...pages, application_name: 'promissory question' })
  if (pooler) startWatching('pooler', { ...front(pages), ...named('') })
}

/** Closes all connections once the work on them is done. */
export async function disconnect(): Promise<void> {
  const open = pools
  pools = undefined
  if (!open) return
  stopWatching()
  const { people, reading, auth, jobs, locks } = open
  await Promise.all([reading.end(), ...[people, auth, jobs, locks].map(each => each.destroy())])
}

function connected() {
  if (!pools) throw new Error('not connected to the database')
  return pools
}

/** @returns the connections for people's work. Only `act-as.ts` uses them, because a role must be assumed first */
export function peopleConnections(): Kysely<Database> {
  return connected().people
}

/**
 * @returns the read-only connections for people, the key that signs actors, and whether a pooler lends each transaction
 * another connection; for `reading-connection.ts`
 */
export function readingPool(): { pool: pg.Pool; key: KeyObject; isPooled: boolean } {
  const { reading, key, access } = connected()
  return { pool: reading, key, isPooled: access.pooler !== undefined }
}

/** @returns the connections for the queue's and the clean-up's work; for `act-as.ts` */
export function jobsConnections(): Kysely<Database> {
  return connected().jobs
}

/** @returns the connections that hold locks; for `act-as.ts` */
export function lockConnections(): Kysely<unknown> {
  return connected().locks
}

/** @returns the sign-in's connections, in the role app_auth */
export function authDatabase(): Kysely<AuthDatabase> {
  return connected().auth
}

/** @returns settings for the queue's own connections, in the role app_jobs */
export function jobsSettings(): pg.PoolConfig {
  const { access, sizes } = connected()
  return { ...access.jobs, Client: WatchedClient, max: sizes.queue, ...asRole('app_jobs', 'jobs', 'queue') }
}

/** @returns a separate connection for LISTEN, or for locks; the caller connects and ends it */
export function listenerClient(use: 'listener' | 'locks' = 'listener'): pg.Client {
  const client = new WatchedClient({
    ...connected().access.pages,
    application_name: `promissory ${use}`,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  })
  // It only listens, so a vanished peer would go unnoticed.
  client.once('connect', () => {
    const timer = setInterval(() => {
      // Skipped while an answer is pending, since the driver takes one query at a time.
      if (client.isIdle) client.query('select 1').catch(() => {})
    }, listenerPingMs)
    client.once('end', () => clearInterval(timer.unref()))
  })
  return client
}

/** @throws if the database does not respond within two seconds */
export async function pingDatabase(): Promise<void> {
  const ping = sql`select 1`.execute(connected().people)
  const timeout = sleep(pingTimeoutMs, undefined, { ref: false })
  await Promise.race([ping, timeout.then(() => Promise.reject(new Error('no answer from the database')))])
}

function asRole(role: string, searchPath: string, use: string): pg.PoolConfig {
  return { application_name: `promissory ${use}`, options: `-c role=${role} -c search_path=${searchPath}` }
}
