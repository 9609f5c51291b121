import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import { StartError } from '../platform/start-error.ts'
import { listenerClient } from './connection.ts'
import { processLock, readSiteState, type SiteState, siteStateChannel } from './site-state.ts'

/** What a process is, and does when the site pauses, and when it goes on. */
interface Reaction {
  /** Where it keeps files (`describePlace`). */
  place: string
  /** Stops what writes by itself. */
  pause(): Promise<void>
  /** Starts it again. */
  resume(): Promise<void>
}

/** While paused, how often to look: nothing announces that a move has died. */
const lookEveryMs = 1000
const reconnectAfterMs = 500
/** How long storing waits for the state after the connection broke: as long as any work waits for the database. */
const unknownTimeoutMs = 8000

let state: SiteState | undefined
/** Settles once the state is known again. */
let known = Promise.withResolvers<void>()
let reaction: Reaction | undefined
let client: pg.Client | undefined
let looking: NodeJS.Timeout | undefined
let isRunning = true
/** Whether the connection has its share of `processLock`. */
let hasLock = false
/** One change at a time. */
let changing: Promise<void> = Promise.resolve()
const postponed: (() => Promise<void>)[] = []
/** More than anyone does while a move takes its last seconds. */
const mostPostponed = 10_000

/**
 * Follows the site's state from now on, on a connection of its own, and pauses this process with the site. A move waits
 * until every process has paused: each of them shares the lock `processLock` until it has.
 * @throws StartError where the site's files have moved elsewhere
 */
export async function openSiteWatch(react: Reaction): Promise<void> {
  reaction = react
  isRunning = true
  await connect()
  const { filesAt } = state ?? {}
  if (filesAt == null || filesAt === react.place) return
  throw new StartError(
    `The site’s files have moved to ${filesAt}. Set STORAGE_URL to it. If they really are in ${react.place} now, say so with \`npm run move -- --cancel\`.`,
  )
}

/** Stops following. */
export async function closeSiteWatch(): Promise<void> {
  reaction = undefined
  clearTimeout(looking)
  await changing.catch(() => {})
  const open = client
  client = undefined
  forgetState()
  postponed.length = 0
  await open?.end().catch(() => {})
}

/** @returns whether the database refuses changes now, as far as this process knows */
export function isReadOnly(): boolean {
  return state?.isHeld ?? false
}

/** Waits until the state is known, a while at most: the connection that follows it may just have been broken. */
export async function siteStateKnown(): Promise<void> {
  if (!reaction || state) return
  await Promise.race([known.promise, sleep(unknownTimeoutMs, undefined, { ref: false })])
}

/**
 * @param place where this process stores files
 * @throws PortalError READ_ONLY while the site is paused; STORAGE_UNAVAILABLE where the files have been moved elsewhere,
 *   until this process is restarted, or while its connection to the database is broken
 */
export function requireStoring(place: string): void {
  // Commands and tests of single parts follow nothing.
  if (!reaction) return
  if (!state) throw new PortalError('STORAGE_UNAVAILABLE', { retryAfter: 5 })
  if (state.isPaused) throw readOnlyError()
  if (state.filesAt !== null && state.filesAt !== place)
    throw new PortalError('STORAGE_UNAVAILABLE', { retryAfter: 30 })
}

/** @returns the error for whatever can't be changed while the site is read-only */
export function readOnlyError(cause?: unknown): PortalError {
  return new PortalError('READ_ONLY', { cause, retryAfter: 10 })
}

/** @returns whether an error says so */
export function isReadOnlyError(error: unknown): boolean {
  return error instanceof PortalError && error.code === 'READ_ONLY'
}

/**
 * Does something once the site can be changed again, such as recording who read a file meanwhile. Where the process ends
 * before that, it isn't done, so the caller also writes it to the log.
 */
export function postpone(work: () => Promise<void>): void {
  if (postponed.length < mostPostponed) postponed.push(work)
}

function forgetState(): void {
  if (state) known = Promise.withResolvers()
  state = undefined
}

async function connect(): Promise<void> {
  const connecting = listenerClient('state')
  connecting.on('error', error =>
    log.warn('the connection that follows the site’s state broke', { reason: error.message }),
  )
  connecting.on('notification', () => void look())
  try {
    await connecting.connect()
    await connecting.query(`set role app_user; listen ${siteStateChannel}`)
  } catch (error) {
    connecting.end().catch(() => {})
    throw error
  }
  connecting.once('end', () => {
    forgetState()
    if (reaction) setTimeout(reconnect, reconnectAfterMs).unref()
  })
  client = connecting
  hasLock = false
  await look()
}

async function reconnect(): Promise<void> {
  if (!reaction) return
  await connect().catch(() => setTimeout(reconnect, reconnectAfterMs).unref())
}

/** Reads the state and follows it. */
function look(): Promise<void> {
  clearTimeout(looking)
  changing = changing.then(follow).catch(error => {
    log.warn('the site’s state could not be read', { reason: String(error) })
  })
  return changing
}

async function follow(): Promise<void> {
  if (!client || !reaction) return
  state = await readSiteState(client)
  known.resolve()
  // A move that has just begun may have the lock already.
  if (!state.isPaused && !hasLock) hasLock = await tryLock(client)
  if (state.isPaused || !hasLock) {
    looking = setTimeout(look, lookEveryMs).unref()
    if (isRunning) {
      isRunning = false
      log.warn('this process pauses, because the site is about to be read-only', {
        to: state.movedTo ?? state.move?.to,
      })
      await reaction.pause()
    }
    if (hasLock) await client.query('select pg_advisory_unlock_shared($1)', [processLock])
    hasLock = false
  } else if (!isRunning) {
    await reaction.resume()
    isRunning = true
    log.info('the site can be changed again')
    for (const work of postponed.splice(0)) await work()
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock_shared($1) as locked', [processLock])
  return rows[0].locked
}
