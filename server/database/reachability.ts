import pg from 'pg'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import { type WatchedClient, watchedClients } from './watched-client.ts'

/*
 * A connection that breaks says so. One whose other end has vanished (a machine that lost its power, a network that
 * drops packets) says nothing for a quarter of an hour, and requests would wait for it. So where an answer is due for
 * some seconds, another connection asks whether the database is there, and whether it still works on what it was asked.
 */

/** Looks, a second apart, after which a silent connection is asked about, again and again at this distance. */
const firstQuestion = 3
const nextQuestion = 15
/** Looks after which a question counts as unanswered. */
const patience = 6
/** Seconds after which a request that is refused may be sent again. */
const retryAfter = 2

interface Watch {
  settings: pg.ClientConfig
  timer: NodeJS.Timeout
  question: { client: pg.Client; looks: number } | undefined
  isAway: boolean
}

let watch: Watch | undefined

/**
 * Starts looking after all connections.
 * @param settings for the connections that ask
 * @param isPooled whether a pooler answers; then what its servers are working on can't be known
 */
export function startWatching(settings: pg.ClientConfig, isPooled: boolean): void {
  stopWatching()
  const started: Watch = {
    settings,
    timer: setInterval(() => look(started, isPooled), 1000),
    question: undefined,
    isAway: false,
  }
  started.timer.unref()
  watch = started
}

export function stopWatching(): void {
  clearInterval(watch?.timer)
  endQuestion(watch)
  watch = undefined
}

/** @throws PortalError AWAY while the database is known not to answer, instead of waiting for it once more */
export function requireAnswering(): void {
  if (watch?.isAway) throw new PortalError('AWAY', { retryAfter })
}

function look(watch: Watch, isPooled: boolean): void {
  const looks = [...watchedClients].map(client => client.look())
  if (watch.question) {
    // Its connection is unwatched: here it is given up.
    if (++watch.question.looks > patience) endQuestion(watch)
    return
  }
  const isDue = (silentFor: number) => silentFor % nextQuestion === firstQuestion
  if (watch.isAway || looks.some(isDue)) void ask(watch, isPooled)
}

function endQuestion(watch: Watch | undefined): void {
  const { connection } = (watch?.question?.client ?? {}) as { connection?: { stream: { destroy(): void } } }
  connection?.stream.destroy()
}

async function ask(watch: Watch, isPooled: boolean): Promise<void> {
  const client = new pg.Client(watch.settings)
  client.on('error', () => {})
  const question = { client, looks: 0 }
  watch.question = question
  const silent = [...watchedClients].filter(each => each.silentFor >= firstQuestion)
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
    // What a server process still works on may take as long as it takes.
    const alive = new Set(rows.map(({ pid }) => pid))
    setAway(watch, false)
    if (!isPooled) giveUp(silent.filter(each => !alive.has(each.serverProcess ?? 0)))
  } catch (error) {
    const unanswered = question.looks > patience
    // A server that refuses with an answer is there.
    const refused = /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')
    if (unanswered) setAway(watch, true)
    if (unanswered) giveUp([...watchedClients])
    else if (!refused) giveUp(silent)
  } finally {
    watch.question = undefined
    client.end().catch(() => {})
  }
}

/** Those that an answer has reached meanwhile are kept, unless the database is known to be away. */
function giveUp(clients: WatchedClient[]): void {
  for (const client of clients) if (watch?.isAway || client.silentFor >= firstQuestion) client.giveUp()
}

function setAway(watch: Watch, isAway: boolean): void {
  if (watch.isAway === isAway) return
  watch.isAway = isAway
  if (isAway) log.warn('the database does not answer; until it does, requests are refused')
  else log.info('the database answers again')
}
