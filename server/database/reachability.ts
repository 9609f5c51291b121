import pg from 'pg'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import { type Place, type WatchedClient, watchedClients } from './watched-client.ts'

/*
 * A broken connection reports itself. One with a vanished peer (a machine without power, a network that drops packets,
 * a stopped server) is silent for a quarter of an hour, and requests would wait for it. So if an answer is pending for
 * most of a second, another connection asks whether the database is reachable, and still working on the request. That
 * connection is always open: a new one may take long on a busy machine.
 */

/** Milliseconds between checks of all connections. Everything below is counted in checks, not in time: see `check`. */
const checkMs = 250
/** Checks after which a silent connection is first, and then repeatedly, asked about. */
const firstQuestion = 3
const nextQuestion = 60
/** Checks after which a question counts as unanswered: on the open connection while others wait, and otherwise. */
const maxChecks = { kept: 5, made: 20 }
/** Checks between questions when nothing is pending, so that no firewall drops the connection; and while unreachable. */
const restingInterval = 40
const awayInterval = 4

/** Milliseconds after which requests no longer wait for a silent database. */
export const silenceNoticed = (firstQuestion + maxChecks.kept) * checkMs
/** Seconds after which a refused request may be retried. */
const retryAfter = 2

interface Watch {
  place: Place
  settings: pg.ClientConfig
  timer: NodeJS.Timeout
  /** The asking connection, once it is open. */
  kept: pg.Client | undefined
  question: { client: pg.Client; isKept: boolean; checks: number; isUnanswered: boolean } | undefined
  isAway: boolean
  /** Since the last question. */
  checks: number
}

const watches = new Map<Place, Watch>()

/**
 * Starts watching all connections to a place.
 * @param settings for the asking connection
 */
export function startWatching(place: Place, settings: pg.ClientConfig): void {
  const timer = setInterval(() => check(watch), checkMs).unref()
  const watch: Watch = { place, settings, timer, kept: undefined, question: undefined, isAway: false, checks: 0 }
  watches.set(place, watch)
  void ask(watch)
}

export function stopWatching(): void {
  for (const watch of watches.values()) {
    clearInterval(watch.timer)
    if (watch.question) destroy(watch.question.client)
    watch.kept?.end().catch(() => {})
  }
  watches.clear()
}

/** @throws PortalError AWAY while a place is known to be unreachable, instead of waiting for it again */
export function requireAnswering(place: Place = 'server'): void {
  if (watches.get(place)?.isAway) throw new PortalError('AWAY', { retryAfter })
}

function clientsOf({ place }: Watch): WatchedClient[] {
  return [...watchedClients].filter(client => client.place === place)
}

function check(watch: Watch): void {
  const checks = clientsOf(watch).map(client => client.check())
  if (watch.isAway) giveUp(clientsOf(watch))
  const { question } = watch
  if (question) {
    const most =
      question.isKept && checks.some(silentFor => silentFor >= firstQuestion) ? maxChecks.kept : maxChecks.made
    question.isUnanswered = ++question.checks > most
    // Its connection is unwatched: here it is given up.
    if (question.isUnanswered) destroy(question.client)
    return
  }
  const isDue = (silentFor: number) => silentFor % nextQuestion === firstQuestion
  const isResting = ++watch.checks % (watch.isAway ? awayInterval : restingInterval) !== 0
  if (!isResting || (!watch.isAway && checks.some(isDue))) void ask(watch)
}

function destroy(client: pg.Client): void {
  const { connection } = client as unknown as { connection?: { stream: { destroy(): void } } }
  connection?.stream.destroy()
}

async function ask(watch: Watch): Promise<void> {
  const isKept = watch.kept !== undefined
  const client = watch.kept ?? new pg.Client(watch.settings)
  const question = { client, isKept, checks: 0, isUnanswered: false }
  watch.question = question
  watch.checks = 0
  const silent = clientsOf(watch).filter(each => each.silentFor >= firstQuestion)
  try {
    if (!isKept) await open(watch, client)
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
    // A server process may work as long as it takes. Behind a pooler that is unknown.
    const alive = new Set(rows.map(({ pid }) => pid))
    setAway(watch, false)
    if (watch.place === 'server') giveUp(silent.filter(each => !alive.has(each.serverProcess ?? 0)))
  } catch (error) {
    if (watch.kept === client) watch.kept = undefined
    destroy(client)
    // A broken one, as after the server's restart, says nothing about the others.
    if (isKept && !question.isUnanswered) return await ask(watch)
    // A new one for which nothing waits, as at the start, may take its time.
    const isConclusive = isKept || watch.isAway || clientsOf(watch).some(each => each.silentFor >= firstQuestion)
    const unanswered = question.isUnanswered && isConclusive
    // A server that refuses with an answer is reachable.
    const refused = /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')
    if (unanswered) setAway(watch, true)
    if (unanswered) for (const each of clientsOf(watch)) each.giveUp()
    else if (!refused && !question.isUnanswered) giveUp(silent)
  } finally {
    if (watch.question === question) watch.question = undefined
  }
}

/** Opens the asking connection, which stays until it breaks or the site ends. */
async function open(watch: Watch, client: pg.Client): Promise<void> {
  client.on('error', () => {})
  client.once('end', () => {
    if (watch.kept === client) watch.kept = undefined
  })
  await client.connect()
  if (watches.get(watch.place) !== watch) throw new Error('the site ends')
  watch.kept = client
}

/** Spares connections that have received an answer meanwhile. */
function giveUp(clients: WatchedClient[]): void {
  for (const client of clients) if (client.silentFor > 0) client.giveUp()
}

function setAway(watch: Watch, isAway: boolean): void {
  if (watch.isAway === isAway) return
  watch.isAway = isAway
  const what = watch.place === 'pooler' ? 'the pooler of the database' : 'the database'
  if (isAway) log.warn(`${what} does not answer; until it does, requests are refused`)
  else log.info(`${what} answers again`)
}
