import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { databasePatience } from '../../rules/limits.ts'
import { log } from '../platform/log.ts'
import { listenerClient } from './connection.ts'
import { isRestarting, translateError } from './errors.ts'

/*
 * Locks across all processes of the site, on any machine. One connection of this process holds all of its locks, so
 * that work of minutes, such as receiving a file, occupies no connection; `withLock` suits work of milliseconds. The
 * locks end with the process or the connection.
 */

export interface SessionLock {
  release(): void
}

interface Holder {
  /** Asks the holder to release it; does nothing while it is still trying. */
  ask: () => void
  connection: Connection | undefined
  freed: Promise<void>
  free: () => void
}

/** This process's connection, once it is open. */
interface Connection {
  client: Promise<pg.Client>
  /** Settles when all requests so far have been answered: the driver takes one query at a time. */
  idle: Promise<unknown>
}

/** Longest wait (ms) for an answer of the database. */
const timeoutMs = 8000
/** The longest pause (ms) before another process is asked again. */
const longestPause = 100

const holders = new Map<string, Holder>()
let current: Connection | undefined

/** Takes the lock or, if another process holds it, notifies that process. */
const takeStatement = `select case when pg_try_advisory_lock(hashtextextended($1, 0)) then true
  else pg_notify('locks', $1) is null end as locked`
const tryStatement = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked'
const releaseStatement = 'select pg_advisory_unlock(hashtextextended($1, 0))'
/** A vanished machine loses its locks within half a minute, not after the system's two hours. */
const listenStatement =
  'listen locks; set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

/**
 * Takes a lock, asking its holder to release it.
 * @param ask called, perhaps repeatedly, when someone else waits for it, and when it was lost with the connection
 * @param signal ends the wait
 * @throws the signal's reason; PortalError AWAY if the database is unreachable
 */
export async function takeSessionLock(name: string, ask: () => void, signal: AbortSignal): Promise<SessionLock> {
  for (let wait = 5; ; wait = Math.min(wait * 2, longestPause)) {
    signal.throwIfAborted()
    holders.get(name)?.ask()
    const lock = await attempt(name, ask, takeStatement)
    if (lock) return lock
    await pauseUntilFreed(name, wait, signal)
  }
}

/** @returns the lock; undefined if it is held, without asking its holder. Otherwise as `takeSessionLock` */
export function trySessionLock(name: string, ask: () => void): Promise<SessionLock | undefined> {
  return attempt(name, ask, tryStatement)
}

async function attempt(name: string, ask: () => void, statement: string): Promise<SessionLock | undefined> {
  if (holders.has(name)) return undefined
  // Recorded before the database answers: it would give the same connection the same lock twice.
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  const holder: Holder = { ask: () => {}, connection: undefined, freed, free }
  holders.set(name, holder)
  const connection = connected()
  try {
    const { rows } = await run(connection, statement, name)
    if (rows[0]?.locked) {
      Object.assign(holder, { ask, connection })
      return { release: () => release(name, holder) }
    }
  } catch (error) {
    forget(name, holder)
    discard(connection)
    throw translateError(error)
  }
  forget(name, holder)
  return undefined
}

/** Ends the connection, and with it all held locks. */
export async function closeSessionLocks(): Promise<void> {
  const connection = current
  if (connection) await discard(connection)
}

async function pauseUntilFreed(name: string, wait: number, signal: AbortSignal): Promise<void> {
  const freed = new AbortController()
  holders.get(name)?.freed.then(() => freed.abort())
  await sleep(wait, undefined, { signal: AbortSignal.any([signal, freed.signal]) }).catch(() => {})
}

function release(name: string, holder: Holder): void {
  const { connection } = holder
  if (!connection || holders.get(name) !== holder) return
  // Later requests of this process on the connection come after this.
  run(connection, releaseStatement, name).catch(() => discard(connection))
  forget(name, holder)
}

function forget(name: string, holder: Holder): void {
  holders.delete(name)
  holder.free()
}

function run(connection: Connection, text: string, name: string): Promise<pg.QueryResult<{ locked?: boolean }>> {
  // The driver's types don't know the time-out of a single query.
  const query = { text, values: [name], query_timeout: timeoutMs } as pg.QueryConfig
  const answer = Promise.all([connection.client, connection.idle]).then(([client]) => client.query(query))
  connection.idle = answer.catch(() => {})
  return answer
}

function connected(): Connection {
  if (current) return current
  const connection: Connection = { client: connect(), idle: Promise.resolve() }
  connection.client.then(client => client.once('end', () => discard(connection))).catch(() => {})
  current = connection
  return connection
}

/** @returns a connection, waiting for a database that is restarting */
async function connect(): Promise<pg.Client> {
  const until = Date.now() + databasePatience
  for (let wait = 50; ; wait = Math.min(wait * 2, 500)) {
    const client = listenerClient('locks')
    client.on('error', error => log.warn('the connection that holds locks was lost', { reason: error.message }))
    try {
      await client.connect()
      await client.query(listenStatement)
      client.on('notification', ({ payload = '' }) => holders.get(payload)?.ask())
      return client
    } catch (error) {
      client.end().catch(() => {})
      if (!isRestarting(error) || Date.now() + wait > until) throw error
      await sleep(wait)
    }
  }
}

/** Gives up a connection. The server releases its locks, so that another process may take them from now on. */
async function discard(connection: Connection): Promise<void> {
  if (current === connection) current = undefined
  for (const holder of holders.values()) if (holder.connection === connection) holder.ask()
  const client = await connection.client.catch(() => undefined)
  await client?.end().catch(() => {})
}
