import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { whileFilesStay } from '../../../../server/database/backup-lock.ts'
import { settingsOf } from '../../../../server/database/settings.ts'
import type { Log } from '../../../../server/platform/log.ts'
import type { Storage } from '../../../../server/storage/storage-port.ts'
import type { BackupPlace } from '../backup-place.ts'
import { compressed } from '../streams.ts'
import { noteArchive } from './archive-state.ts'
import { Bases } from './bases.ts'
import { beginLine, continues, lineMoment, type OpenLine, openLine } from './line.ts'
import { NewFiles } from './new-files.ts'
import { finishedSegments, segmentKey } from './segments.ts'

export interface ArchiveOptions {
  /** Connection string of the cluster's owner. */
  ownerUrl: string
  /** PostgreSQL's folder of finished log segments. */
  folder: string
  /** Opens the place that BACKUP_URL names. A site starts even if it is unreachable. */
  openPlace(): Promise<BackupPlace>
  /** The place, as administrators may see it. */
  target: string
  /** Storage of the documents' files. */
  storage: Storage
  /** AUTH_SECRET. Included only in an encrypted archive. */
  secret: string
  log: Log
  /** Milliseconds between two rounds. */
  interval?: number
  /** Milliseconds after which a log segment is finished, full or not. */
  longestSegment?: number
  /** Most bytes retained in the folder while the place is unreachable. */
  longestBacklog?: number
}

/** Milliseconds between two rounds. A minute is promised, see docs/operations.md. */
const defaultInterval = 5000
const defaultSegment = 30_000
/** Half a day and more without activity. */
const defaultBacklog = 2 * 1024 ** 3
/** Time limit of the last rounds, at the end (ms). */
const longestEnd = 8000
/** Key of the archiving process's advisory lock; any number that every process shares. */
const archiveLock = 7_026_143
/** Interval (ms) of log lines while rounds fail. */
const repeatFault = 3_600_000

/**
 * Copies PostgreSQL's finished log segments into a place for backups, in rounds, until it is stopped: first new
 * documents' files, then the log with their rows. One process archives; others take over when it ends. An unreachable
 * place is retried in every round; up to a limit, the log accumulates in the folder.
 */
export class Archiver {
  readonly #options: ArchiveOptions
  readonly #stopped = new AbortController()
  readonly #running: Promise<void>
  #client: pg.Client | undefined
  #open: { place: BackupPlace; files: NewFiles; bases: Bases } | undefined
  #line: OpenLine | undefined
  /** Start of the failures, and time of their last log line (ms since 1970). */
  #fault: { since: number; logged: number } | undefined
  /** When a segment was last finished, full or not, by `performance.now()`. */
  #finished = Number.NEGATIVE_INFINITY
  /** Deadline of the last rounds, by `performance.now()`. */
  #end = 0

  constructor(options: ArchiveOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /**
   * Archives the rest, and ends.
   * @param longest time limit (ms)
   */
  async stop(longest = longestEnd): Promise<void> {
    this.#end = performance.now() + longest
    this.#stopped.abort()
    await Promise.race([this.#running, sleep(longest, undefined, { ref: false })])
    await this.#disconnect()
  }

  async #run(): Promise<void> {
    const { interval = defaultInterval } = this.#options
    const { signal } = this.#stopped
    while (!signal.aborted) {
      await this.#tryRound()
      await sleep(interval, undefined, { signal }).catch(() => {})
    }
    if (this.#line) await this.#finish().catch(() => {})
  }

  /** Makes PostgreSQL finish its current segment, and archives it. */
  async #finish(): Promise<void> {
    const switched = await this.#client?.query('select pg_walfile_name(pg_switch_wal()) as name')
    for (; performance.now() < this.#end; await sleep(50)) {
      await this.#tryRound()
      if (!this.#client || !this.#line) return
      if (this.#line.last && this.#line.last.name >= switched?.rows[0].name) return
    }
  }

  async #tryRound(): Promise<void> {
    const { log, target } = this.#options
    const before = this.#line?.last
    try {
      this.#client ??= await this.#connect()
      if (!this.#client) return
      await this.#finishSegment(this.#client)
      const line = await this.#round(this.#client)
      if (this.#fault) log.info('archiving goes on', { seconds: Math.round((Date.now() - this.#fault.since) / 1000) })
      // Recording is a change, too, so PostgreSQL soon finishes another segment, and the moment advances in a quiet night.
      if (this.#fault || !before || line.last !== before) {
        await noteArchive(this.#client, target, line.last?.moment, undefined)
      }
      this.#fault = undefined
    } catch (error) {
      this.#logFault(error as Error)
      if (this.#client) await noteArchive(this.#client, target, undefined, error as Error).catch(() => {})
      // The connection may be the cause.
      await this.#disconnect()
    }
  }

  /**
   * Makes PostgreSQL finish its current segment if that is due, unless nothing was written since the last one. An
   * operator's own `archive_timeout` does the same.
   */
  async #finishSegment(client: pg.Client): Promise<void> {
    const now = performance.now()
    if (now - this.#finished < (this.#options.longestSegment ?? defaultSegment)) return
    await client.query("select pg_switch_wal() where current_setting('archive_timeout') = '0'")
    this.#finished = now
  }

  /** @throws errors of the place, or of the database while it restarts */
  async #round(client: pg.Client): Promise<OpenLine> {
    const { folder } = this.#options
    await this.#limitBacklog()
    this.#open ??= await this.#openPlace()
    const { place, files, bases } = this.#open
    this.#line ??= await this.#openLine(place)
    const line = this.#line
    const finished = await finishedSegments(folder)
    await whileFilesStay(client, () => files.copyNew(client, lineMoment(line)))
    for (const segment of finished) {
      if (!continues(line, segment)) {
        // Checks the place again, and starts another line if a segment is missing there, too.
        this.#line = undefined
        return line
      }
      await place.write(segmentKey(line.name, segment), compressed(createReadStream(segment.path)))
      await rm(segment.path)
      line.last = segment
    }
    bases.makeDue(line.name)
    return line
  }

  /** Drops accumulated segments before they fill the disk. */
  async #limitBacklog(): Promise<void> {
    const { folder, log, longestBacklog = defaultBacklog } = this.#options
    const waiting = await finishedSegments(folder)
    if (waiting.reduce((sum, { size }) => sum + size, 0) < longestBacklog) return
    log.warn('the place in BACKUP_URL is away for too long; archiving will start over', { segments: waiting.length })
    for (const { path } of waiting) await rm(path)
    this.#line = await beginLine(folder)
  }

  async #openPlace() {
    const place = await this.#options.openPlace()
    const signal = this.#stopped.signal
    return {
      place,
      files: new NewFiles({ ...this.#options, place }),
      bases: new Bases({ ...this.#options, place, signal }),
    }
  }

  async #openLine(place: BackupPlace): Promise<OpenLine> {
    const line = await openLine(this.#options.folder, place)
    this.#options.log.info('archiving the database', { line: line.name, since: lineMoment(line).toISOString() })
    return line
  }

  /** @returns undefined if another process is archiving */
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
