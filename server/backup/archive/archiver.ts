import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { whileFilesStay } from '../../database/backup-lock.ts'
import { settingsOf } from '../../database/settings.ts'
import type { Log } from '../../platform/log.ts'
import type { Storage } from '../../storage/storage-port.ts'
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
  /** Where PostgreSQL puts finished segments of its log. */
  folder: string
  /** Opens the place that BACKUP_URL names. A site starts, too, while it can't be reached. */
  openPlace(): Promise<BackupPlace>
  /** The place, as administrators may see it. */
  target: string
  /** Where the documents' files are. */
  storage: Storage
  /** AUTH_SECRET. It becomes part of the archive only where that is encrypted. */
  secret: string
  log: Log
  /** Milliseconds between two rounds. */
  interval?: number
  /** Milliseconds after which a segment of the log is finished, full or not. */
  longestSegment?: number
  /** While the place is away, the folder keeps this many bytes for it. */
  longestBacklog?: number
}

/** Milliseconds between two rounds. A minute is promised, see docs/operations.md. */
const defaultInterval = 5000
const defaultSegment = 30_000
/** Of quiet, half a day and more. */
const defaultBacklog = 2 * 1024 ** 3
/** How long the last rounds may take, at the end (ms). */
const longestEnd = 8000
/** Key of the advisory lock of the process that archives; any number that every process shares. */
const archiveLock = 7_026_143
/** While rounds fail, the log has a line this often (ms). */
const repeatFault = 3_600_000

/**
 * Puts what PostgreSQL has finished of its log into a place for backups, round by round, until it is stopped: first new
 * documents' files, then the log with their rows. One process does it; others that call this take over when it ends. A
 * place that doesn't answer is tried again in every round; up to a limit, the log waits for it in the folder.
 */
export class Archiver {
  readonly #options: ArchiveOptions
  readonly #stopped = new AbortController()
  readonly #running: Promise<void>
  #client: pg.Client | undefined
  #open: { place: BackupPlace; files: NewFiles; bases: Bases } | undefined
  #line: OpenLine | undefined
  /** Since when rounds have failed, and when that was last logged (ms since 1970). */
  #fault: { since: number; logged: number } | undefined
  /** When a segment was last finished, full or not, as `performance.now` counts. */
  #finished = Number.NEGATIVE_INFINITY
  /** When the last rounds end at the latest, as `performance.now` counts. */
  #end = 0

  constructor(options: ArchiveOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /**
   * Archives what is left, and ends.
   * @param longest how long that may take (ms)
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

  /** Lets PostgreSQL finish the segment that it is writing, and archives it. */
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
      // The note is a change, too, so PostgreSQL finishes another segment soon, and the moment moves on in a quiet night.
      if (this.#fault || !before || line.last !== before) {
        await noteArchive(this.#client, target, line.last?.moment, undefined)
      }
      this.#fault = undefined
    } catch (error) {
      this.#logFault(error as Error)
      if (this.#client) await noteArchive(this.#client, target, undefined, error as Error).catch(() => {})
      // What is wrong may be the connection.
      await this.#disconnect()
    }
  }

  /**
   * Lets PostgreSQL finish the segment that it is writing where that is due, unless nothing was written since the one
   * before. An operator's own `archive_timeout` does it in place of this.
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
        // Looks at the place again, and begins another line if one is missing there, too.
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

  /** Gives up the log that waits for a place, before it fills the disk. */
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
