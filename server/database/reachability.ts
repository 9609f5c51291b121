import pg from 'pg'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import { type Place, type WatchedClient, watchedClients } from './watched-client.ts'

/*
 * A connection that breaks says so. One whose other end has vanished (a machine that lost its power, a network that
 * drops packets) says nothing for a quarter of an hour, and requests would wait for it. So where an answer is due for
 * some seconds, another connection asks whether the database is there, and whether it still works on what it was asked.
 */

/** Looks, a second apart, after which a silent connection is asked about, again and again at this distance. */
const firstQuestion = 2
const nextQuestion = 15
/** Looks after which a question counts as unanswered. */
const maxLooks = 5
/** Seconds after which a request that is refused may be sent again. */
const retryAfter = 2

interface Watch {
  place: Place
  settings: pg.ClientConfig
  timer: NodeJS.Timeout
  question: { client: pg.Client; looks: number } | undefined
  isAway: boolean
}

const watches = new Map<Place, Watch>()

/**
 * Starts looking after all connections to a place.
 * @param settings for the connections that ask
 */
export function startWatching(place: Place, settings: pg.ClientConfig): void {
  const timer = setInterval(() => look(watch), 1000).unref()
  const watch: Watch = { place, settings, timer, question: undefined, isAway: false }
  watches.set(place, watch)
}

export function stopWatching(): void {
  for (const watch of watches.values()) {
    clearInterval(watch.timer)
    endQuestion(watch)
  }
  watches.clear()
}

/** @throws PortalError AWAY while a place is known not to answer, instead of waiting for it once more */
export function requireAnswering(place: Place = 'server'): void {
  if (watches.get(place)?.isAway) throw new PortalError('AWAY', { retryAfter })
}

function clientsOf({ place }: Watch): WatchedClient[] {
  return [...watchedClients].filter(client => client.place === place)
}

function look(watch: Watch): void {
  const looks = clientsOf(watch).map(client => client.look())
  if (watch.isAway) giveUp(clientsOf(watch))
  if (watch.question) {
    // Its connection is unwatched: here it is given up.
    if (++watch.question.looks > maxLooks) endQuestion(watch)
    return
  }
  const isDue = (silentFor: number) => silentFor % nextQuestion === firstQuestion
  if (watch.isAway || looks.some(isDue)) void ask(watch)
}

function endQuestion({ question }: Watch): void {
  const { connection } = (question?.client ?? {}) as { connection?: { stream: { destroy(): void } } }
  connection?.stream.destroy()
}

async function ask(watch: Watch): Promise<void> {
  const client = new pg.Client(watch.settings)
  client.on('error', () => {})
  const question = { client, looks: 0 }
  watch.question = question
  const silent = clientsOf(watch).filter(each => each.silentFor >= firstQuestion)
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
    // What a server process still works on may take as long as it takes. Behind a pooler that can't be known.
    const alive = new Set(rows.map(({ pid }) => pid))
    setAway(watch, false)
    if (watch.place === 'server') giveUp(silent.filter(each => !alive.has(each.serverProcess ?? 0)))
  } catch (error) {
    const unanswered = question.looks > maxLooks
    // A server that refuses with an answer is there.
    const refused = /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')
    if (unanswered) setAway(watch, true)
    if (unanswered) for (const each of clientsOf(watch)) each.giveUp()
    else if (!refused) giveUp(silent)
  } finally {
    watch.question = undefined
    client.end().catch(() => {})
  }
}

/** Those that an answer has reached meanwhile are kept. */
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
