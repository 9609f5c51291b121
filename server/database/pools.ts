import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { databasePatience } from '../../rules/limits.ts'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import { isAway, isOfAnother, isRestarting, isStandby, translateError } from './errors.ts'
import { requireAnswering } from './reachability.ts'
import { SignedActor } from './signed-actor.ts'
import { type PlacedSettings, WatchedClient } from './watched-client.ts'

/** Refusals further apart (ms) are of different outages. */
const outageGapMs = 8000

/** @returns connections that survive whatever happens to one of them */
export function openPool(settings: pg.PoolConfig): pg.Pool {
  const limits = { idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000 }
  const created = new pg.Pool({ ...limits, ...settings, Client: WatchedClient })
  // An idle connection that breaks would otherwise end the process; the pool replaces it on its own.
  created.on('error', error => log.warn('a database connection was lost', { reason: error.message }))
  // So would a connection in use, for example between two statements. The next statement then fails on its own.
  created.on('connect', client => client.on('error', () => {}))
  return created
}

/** @returns how Kysely uses connections: they sign `SignedActor`s, and their errors are translated, see `translateError` */
export function signingDialect(from: pg.Pool, key: KeyObject): PostgresDialect {
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

async function connectClient(from: pg.Pool, key: KeyObject): Promise<PostgresPoolClient> {
  let transaction = ''
  let isClean = true
  const sign = (value: unknown) => (value instanceof SignedActor ? value.tokenFor(key, transaction) : value)
  try {
    let client: pg.PoolClient | undefined = await connectWithRetries(from)
    const beginTransaction = async () => {
      // Whatever was left behind is there until this has succeeded, so a connection where it fails is discarded.
      isClean = false
      const first = client
      client = undefined
      const live = await onLiveConnection(from, each => each.query(begin), first)
      client = live.client
      isClean = true
      // The driver returns a result for each statement, which its types don't say.
      const last = (live.result as unknown as pg.QueryResult<{ transaction: string }>[]).at(-1)
      transaction = last?.rows[0]?.transaction ?? ''
      return last
    }
    const query = async (text: string, values: unknown[] = []) => {
      try {
        return text === 'begin' ? await beginTransaction() : await client?.query(text, values.map(sign))
      } catch (error) {
        // A server that is to take over and hasn't yet; the next connection may lead to the one that has.
        if (!isStandby(error)) throw translateError(error)
        isClean = false
        throw new PortalError('AWAY', { cause: error, retryAfter: 2 })
      }
    }
    const release = (discard = false) => client?.release(discard || !isClean)
    return { query, release } as unknown as PostgresPoolClient
  } catch (error) {
    throw translateError(error)
  }
}

/**
 * Begins something on a connection. One that turns out to be lost is replaced, as after a restart of the database, of
 * which an idle connection hears only when the process next listens: nothing was asked of it yet that could be done twice.
 * So is one on which a prepared statement is gone.
 * @param begin what is asked first; it may be asked of several connections
 * @param first a connection to try before others
 * @returns the connection, and what it answered
 * @throws what the database or the driver says; then no connection is held
 */
export async function onLiveConnection<T>(
  from: Pick<pg.Pool, 'connect' | 'options'>,
  begin: (client: pg.PoolClient) => Promise<T>,
  first?: pg.PoolClient,
): Promise<{ client: pg.PoolClient; result: T }> {
  let next = first
  // Each may have been lost, but not a new one.
  for (let left = from.options.max; ; left--) {
    const client: pg.PoolClient = next ?? (await connectWithRetries(from))
    next = undefined
    try {
      return { client, result: await begin(client) }
    } catch (error) {
      client.release(true)
      if (left <= 0 || !(isAway(error) || isOfAnother(error))) throw error
    }
  }
}

/** When a connection was first refused, and last, without one made in between; in milliseconds of a clock that never jumps. */
let refused: { first: number; last: number } | undefined

/**
 * Waits for a restart, which is always safe: nothing has been sent before a connection exists. An outage that takes
 * longer is waited for once, not by every request.
 * @param patience how long (ms)
 * @throws PortalError AWAY while the database is known not to answer, else what the driver says
 */
export async function connectWithRetries(
  from: Pick<pg.Pool, 'connect' | 'options'>,
  patience = databasePatience,
): Promise<pg.PoolClient> {
  for (let wait = 50; ; wait = Math.min(wait * 2, 500)) {
    requireAnswering((from.options as PlacedSettings).place)
    try {
      const client = await from.connect()
      refused = undefined
      return client
    } catch (error) {
      if (!isRestarting(error)) throw error
      const now = performance.now()
      const isNew = !refused || now - refused.last > outageGapMs
      refused = { first: isNew || !refused ? now : refused.first, last: now }
      if (now + wait > refused.first + patience) throw error
      await sleep(wait)
    }
  }
}
