import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { whileFilesStay } from '../../database/backup-lock.ts'
import { settingsOf } from '../../database/settings.ts'
import type { BackupPlace } from '../backup-place.ts'
import type { ArchiveOptions } from './archive-options.ts'
import { noteArchive } from './archive-state.ts'
import { BaseSchedule } from './base-schedule.ts'
import { type OpenLine, openLine } from './line.ts'
import { NewFiles } from './new-files.ts'
import { shipWal } from './ship-wal.ts'
import { parsePosition } from './wal-position.ts'

/** A round begins every 20 seconds (ms); 40 remain for the next one to end. A minute is promised (docs/operations.md). */
const defaultInterval = 20_000
/** Between rounds that take longer (ms). */
const shortestRest = 100
/** How long the last round may take, at the end (ms). */
const longestEnd = 8000
/** Key of the advisory lock of the process that archives; any number that every process shares. */
const archiveLock = 7_026_143
/** While rounds fail, the log has a line this often (ms). */
const repeatFault = 3_600_000

/** A place, and what goes there beside the log. */
interface OpenPlace {
  place: BackupPlace
  files: NewFiles
  bases: BaseSchedule
}

/**
 * Copies what is written to the embedded database into a place for backups, round by round, until it is stopped: first
 * new documents' files, then the database's log up to a moment before them, so that files and rows match. One process
 * does it; others that call this take over when it ends. A place that doesn't answer is tried again in every round;
 * PostgreSQL keeps its log for it up to a limit (`max_slot_wal_keep_size`), then a new line begins.
 */
export class Archiver {
  readonly #options: ArchiveOptions
  readonly #stopped = new AbortController()
  readonly #running: Promise<void>
  #place: OpenPlace | undefined
  #client: pg.Client | undefined
  #open: OpenLine | undefined
  /** Since when rounds have failed, and when that was last logged (ms since 1970). */
  #fault: { since: number; logged: number } | undefined

  constructor(options: ArchiveOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** Copies what is left, if that takes a few seconds at most, and ends. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    this.#place?.bases.stop()
    await Promise.race([this.#running, sleep(longestEnd, undefined, { ref: false })])
    await this.#disconnect()
  }

  async #run(): Promise<void> {
    const { interval = defaultInterval } = this.#options
    const { signal } = this.#stopped
    while (!signal.aborted) {
      const began = performance.now()
      await this.#tryRound()
      const rest = Math.max(interval - (performance.now() - began), shortestRest)
      await sleep(rest, undefined, { signal }).catch(() => {})
    }
    if (this.#open) await this.#tryRound()
  }

  async #tryRound(): Promise<void> {
    const { log, target } = this.#options
    try {
      await this.#round()
      if (!this.#client) return
      if (this.#fault) log.info('archiving goes on', { seconds: Math.round((Date.now() - this.#fault.since) / 1000) })
      this.#fault = undefined
      await noteArchive(this.#client, target, this.#open?.moment, undefined)
    } catch (error) {
      this.#logFault(error as Error)
      if (this.#client) await noteArchive(this.#client, target, undefined, error as Error).catch(() => {})
      // What is wrong may be the connection, or what is known of the place.
      this.#open = undefined
      await this.#disconnect()
    }
  }

  /** @throws errors of the place, or of the database while it restarts */
  async #round(): Promise<void> {
    this.#client ??= await this.#connect()
    const client = this.#client
    if (!client) return
    this.#place ??= await this.#openPlace()
    const { place, files, bases } = this.#place
    this.#open ??= await this.#openLine(client, place)
    const open = this.#open
    const { position, moment } = await whileFilesStay(client, async () => {
      // A document may be deleted meanwhile, and in the log there was a moment when it was there.
      await files.find(client, open.moment)
      const measured = await measure(client)
      await files.find(client, open.moment)
      await files.copy()
      return measured
    })
    await shipWal(client, open, place, this.#options.cluster, position, moment)
    bases.arrived(open)
  }

  async #openPlace(): Promise<OpenPlace> {
    const place = await this.#options.openPlace()
    return { place, files: new NewFiles({ ...this.#options, place }), bases: new BaseSchedule(this.#options, place) }
  }

  /** @returns undefined where another process is archiving */
  async #connect(): Promise<pg.Client | undefined> {
    const client = new pg.Client({
      ...settingsOf(this.#options.ownerUrl),
      application_name: 'promissory archive',
      query_timeout: 60_000,
    })
    // The next statement fails, too.
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [archiveLock])
    if (rows[0].free) return client
    await client.end()
    return undefined
  }

  async #openLine(client: pg.Client, place: BackupPlace): Promise<OpenLine> {
    const { log } = this.#options
    const { open, isNew } = await openLine(client, place)
    if (isNew) log.info('archiving the database; a copy of all of it comes first', { line: open.line.name })
    else log.info('archiving the database', { line: open.line.name, since: open.moment.toISOString() })
    return open
  }

  async #disconnect(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }

  #logFault(error: Error): void {
    const now = Date.now()
    this.#fault ??= { since: now, logged: 0 }
    if (now - this.#fault.logged < repeatFault) return
    this.#fault.logged = now
    this.#options.log.error('the database could not be archived; trying again', error)
  }
}

/**
 * @returns a position in the log that has been flushed, and a moment before which nothing was acknowledged that lies
 *   behind it. What lies before it can be seen by the statements that follow
 */
async function measure(client: pg.Client): Promise<{ position: bigint; moment: Date }> {
  const { rows } = await client.query(
    'select clock_timestamp() as moment, pg_current_wal_flush_lsn()::text as position',
  )
  // A commit is in the log a little before others see it. Transactions that began before this one are waited for.
  const barrier = (await client.query('select pg_current_xact_id()::text as id')).rows[0].id
  for (const until = performance.now() + longestTransaction; performance.now() < until; await sleep(10)) {
    const ended = await client.query('select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as ended', [
      barrier,
    ])
    if (ended.rows[0].ended) break
  }
  return { position: parsePosition(rows[0].position), moment: rows[0].moment }
}

/** Longer ones (ms), such as migrations, make no documents. */
const longestTransaction = 5000
