import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { databasePatience } from '../../rules/limits.ts'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import { isRestarting, isStandby, translateError } from './errors.ts'
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
    const client = await connectWithRetries(from)
    const query = async (text: string, values: unknown[] = []) => {
      try {
        if (text !== 'begin') return await client.query(text, values.map(sign))
        // Whatever was left behind is there until this has succeeded, so a connection where it fails is discarded.
        isClean = false
        // The driver returns a result for each statement, which its types don't say.
        const results = (await client.query(begin)) as unknown as pg.QueryResult<{ transaction: string }>[]
        const last = results.at(-1)
        isClean = true
        transaction = last?.rows[0]?.transaction ?? ''
        return last
      } catch (error) {
        // A server that is to take over and hasn't yet; the next connection may lead to the one that has.
        if (!isStandby(error)) throw translateError(error)
        isClean = false
        throw new PortalError('AWAY', { cause: error, retryAfter: 2 })
      }
    }
    const release = (discard = false) => client.release(discard || !isClean)
    return { query, release } as unknown as PostgresPoolClient
  } catch (error) {
    throw translateError(error)
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
