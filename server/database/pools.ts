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

/** Refusals further apart (ms) belong to different outages. */
const outageGapMs = 8000

/** @returns a pool that survives failures of its connections */
export function openPool(settings: pg.PoolConfig): pg.Pool {
  const limits = { idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000 }
  const created = new pg.Pool({ ...limits, ...settings, Client: WatchedClient })
  // An idle connection that breaks would otherwise end the process; the pool replaces it by itself.
  created.on('error', error => log.warn('a database connection was lost', { reason: error.message }))
  // So would a connection in use, for example between two statements. The next statement then fails by itself.
  created.on('connect', client => client.on('error', () => {}))
  return created
}

/** @returns Kysely's dialect that signs `SignedActor`s and translates errors, see `translateError` */
export function signingDialect(from: pg.Pool, key: KeyObject): PostgresDialect {
  return new PostgresDialect({
    pool: { options: from.options, connect: () => connectClient(from, key), end: () => from.end() },
  })
}

/**
 * Begins a transaction without remains of earlier ones on the connection, and returns its identity, process and start,
 * in one round trip.
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
      // Until this succeeds, remains may exist, so a connection where it fails is discarded.
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
        // A server that has yet to take over; the next connection may lead to the one that has.
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
 * Begins something on a connection, and replaces it if it is lost, as after a restart of the database, which an idle
 * connection notices only when the process next listens: nothing was requested yet that could be done twice. The same
 * if a prepared statement is gone.
 * @param begin the first request; may be sent on several connections
 * @param first a connection to try before others
 * @returns the connection, and its answer
 * @throws errors of the database or the driver; then no connection is held
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

/** First and last refused connection since the last success; in milliseconds of a monotonic clock. */
let refused: { first: number; last: number } | undefined

/**
 * Waits for a restart, which is always safe: nothing has been sent before a connection exists. Only the first request
 * waits for a longer outage.
 * @param patience longest wait (ms)
 * @throws PortalError AWAY while the database is known to be unreachable, else the driver's error
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
