import { createSecretKey, type KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import { log } from '../platform/log.ts'
import { actorToken } from './actor-token.ts'
import type { AuthDatabase } from './auth-tables.ts'
import { isRestarting, translateError } from './errors.ts'
import type { Database } from './types.ts'

// int8 arrives as text by default. None of our numbers exceed 2^53: files are at most 50 MB.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A day has no time zone; by default it would arrive as midnight in the server's.
pg.types.setTypeParser(pg.types.builtins.DATE, day => day)

/** How long a request waits for a database that is restarting before it fails. */
const restartTimeoutMs = 8000
const pingTimeoutMs = 2000

/** How the site connects: a login for each kind of work, and the key that signs who acts. */
export interface DatabaseAccess {
  /** For people's and visitors' work. It cannot assume the roles of the other two. */
  pages: pg.PoolConfig
  signIn: pg.PoolConfig
  jobs: pg.PoolConfig
  actorKey: Buffer
}

/** What the signature says: who acts, and whether an administrator's rights are withheld from them. */
export type SigningActor = { id: string; passkeyNeeded?: boolean }

/** A parameter that each connection replaces with a signature, for its current transaction, that this person acts. */
export class SignedActor {
  readonly #userId: string
  readonly #withheld: boolean
  /** @param actor who acts; with `passkeyNeeded` the database, too, withholds an administrator's rights */
  constructor({ id, passkeyNeeded = false }: SigningActor) {
    this.#userId = id
    this.#withheld = passkeyNeeded
  }

  /** @param transaction its process and start */
  tokenFor(key: KeyObject, transaction: string): string {
    return actorToken(key, this.#userId, transaction, this.#withheld)
  }
}

let pools:
  | {
      people: Kysely<Database>
      reading: pg.Pool
      auth: Kysely<AuthDatabase>
      jobs: Kysely<Database>
      locks: Kysely<unknown>
      access: DatabaseAccess
      key: KeyObject
    }
  | undefined

/**
 * Opens the process's connections, as login roles that own nothing (created by `migrateDatabase`). Together with the
 * queue's own they stay below half of the 100 that the embedded database offers, so that two processes can take turns.
 */
export function connect(access: DatabaseAccess): void {
  if (pools) throw new Error('already connected')
  const { pages, signIn, jobs } = access
  // Making one from the bytes at each signature takes longer than signing.
  const key = createSecretKey(access.actorKey)
  const kysely = <T>(settings: pg.PoolConfig) => new Kysely<T>({ dialect: dialect(pool(settings), key) })
  pools = {
    access,
    key,
    people: kysely({ ...pages, max: 12, application_name: 'promissory' }),
    // Of their own: a request that holds one may wait for a connection to write with.
    reading: pool({ ...pages, max: 8, application_name: 'promissory reading' }),
    // Better Auth names its tables without their schema.
    auth: kysely({ ...signIn, max: 7, ...asRole('app_auth', 'auth,public', 'sign-in') }),
    jobs: kysely({ ...jobs, max: 3, application_name: 'promissory jobs' }),
    locks: kysely({ ...pages, max: 8, application_name: 'promissory locks' }),
  }
}

/** Closes all connections once the work on them is done. */
export async function disconnect(): Promise<void> {
  const open = pools
  pools = undefined
  if (!open) return
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

/** @returns the connections that only read for people, and the key that signs who acts; for `reading-connection.ts` */
export function readingPool(): { pool: pg.Pool; key: KeyObject } {
  const { reading, key } = connected()
  return { pool: reading, key }
}

/** @returns the connections for the queue's and the clean-up's work; for `act-as.ts` */
export function jobsConnections(): Kysely<Database> {
  return connected().jobs
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
  return { ...connected().access.jobs, max: 6, ...asRole('app_jobs', 'jobs', 'queue') }
}

/**
 * @param use what for
 * @returns a separate connection for LISTEN, or for locks; the caller connects and ends it
 */
export function listenerClient(use: 'listener' | 'locks' = 'listener'): pg.Client {
  const more = { application_name: `promissory ${use}`, keepAlive: true, connectionTimeoutMillis: 10_000 }
  return new pg.Client({ ...connected().access.pages, ...more })
}

/** @throws where the database does not respond within two seconds */
export async function pingDatabase(): Promise<void> {
  const ping = sql`select 1`.execute(connected().people)
  const timeout = sleep(pingTimeoutMs, undefined, { ref: false })
  await Promise.race([ping, timeout.then(() => Promise.reject(new Error('no answer from the database')))])
}

function asRole(role: string, searchPath: string, use: string): pg.PoolConfig {
  return { application_name: `promissory ${use}`, options: `-c role=${role} -c search_path=${searchPath}` }
}

function pool(settings: pg.PoolConfig): pg.Pool {
  const created = new pg.Pool({ idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000, ...settings })
  // An idle connection that breaks would otherwise end the process; the pool replaces it by itself.
  created.on('error', error => log.warn('a database connection was lost', { reason: error.message }))
  // So would a connection in use, for example between two statements. The next statement then fails by itself.
  created.on('connect', client => client.on('error', () => {}))
  return created
}

function dialect(from: pg.Pool, key: KeyObject): PostgresDialect {
  return new PostgresDialect({
    pool: { options: from.options, connect: () => connectClient(from, key), end: () => from.end() },
  })
}

/**
 * Begins a transaction with nothing left of what an earlier one may have done to the connection, and tells which one it
 * is, in one round trip: its process and its start.
 */
const begin = `reset all; deallocate all; close all; unlisten *; select pg_advisory_unlock_all(); begin;
  select pg_backend_pid() || ' ' || extract(epoch from now()) as transaction`

/** @returns a connection that signs `SignedActor`s, and whose errors are translated, see `translateError` */
async function connectClient(from: pg.Pool, key: KeyObject): Promise<PostgresPoolClient> {
  let transaction = ''
  let isClean = true
  const sign = (value: unknown) => (value instanceof SignedActor ? value.tokenFor(key, transaction) : value)
  try {
    const client = await connectWithRetries(from)
    const query = async (text: string, values: unknown[] = []) => {
      try {
        if (text !== 'begin') return await client.query(text, values.map(sign))
        // Whatever was left behind is there until this has succeeded, so a connection where it fails is given up.
        isClean = false
        // The driver returns a result for each statement, which its types don't say.
        const results = (await client.query(begin)) as unknown as pg.QueryResult<{ transaction: string }>[]
        const last = results.at(-1)
        isClean = true
        transaction = last?.rows[0]?.transaction ?? ''
        return last
      } catch (error) {
        throw translateError(error)
      }
    }
    const release = (discard = false) => client.release(discard || !isClean)
    return { query, release } as unknown as PostgresPoolClient
  } catch (error) {
    throw translateError(error)
  }
}

/** Waits for a restart, which is always safe: nothing has been sent before a connection exists. */
export async function connectWithRetries(from: pg.Pool): Promise<pg.PoolClient> {
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
