import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { settingsOf } from '../../database/settings.ts'
import type { BackupPlace } from '../backup-place.ts'
import type { ArchiveOptions } from './archive-options.ts'
import { listBases, takeBase } from './base.ts'
import type { Line, OpenLine } from './line.ts'
import { thinArchive } from './thin.ts'
import { parsePosition } from './wal-position.ts'

/** How old (ms) the newest base may get: recovery reads the log since then. */
const longestBase = 24 * 3600_000
/** How long (ms) to wait before trying again. */
const retryAfter = 5 * 60_000

/** Makes a base of each line at its beginning and then every day, beside the archiver's rounds. */
export class BaseSchedule {
  readonly #options: ArchiveOptions
  readonly #place: BackupPlace
  readonly #stopped = new AbortController()
  #open: OpenLine | undefined
  /** Of which line it is known when the next base is due (ms since 1970). */
  #next: { line: string; due: number } | undefined
  #making = false

  constructor(options: ArchiveOptions, place: BackupPlace) {
    this.#options = options
    this.#place = place
  }

  /** Tells how far the log is in the place, and begins a base where one is due. */
  arrived(open: OpenLine): void {
    this.#open = open
    if (this.#making || this.#stopped.signal.aborted) return
    if (this.#next?.line === open.line.name && this.#next.due > Date.now()) return
    this.#making = true
    void this.#make(open.line).finally(() => {
      this.#making = false
    })
  }

  stop(): void {
    this.#stopped.abort()
  }

  async #make(line: Line): Promise<void> {
    const { log } = this.#options
    try {
      const newest = (await listBases(this.#place, line)).at(-1)
      const due = newest ? Date.parse(newest.begun) + longestBase : 0
      this.#next = { line: line.name, due: due > Date.now() ? due : Date.now() + longestBase }
      if (due > Date.now()) return
      await this.#takeBase(line)
      await thinArchive(this.#place, line, new Date())
    } catch (error) {
      this.#next = { line: line.name, due: Date.now() + retryAfter }
      if (!this.#stopped.signal.aborted) log.error('a base of the archive could not be made; trying again', error)
    }
  }

  async #takeBase(line: Line): Promise<void> {
    const { ownerUrl, log } = this.#options
    const began = performance.now()
    const client = new pg.Client({ ...settingsOf(ownerUrl), application_name: 'promissory base' })
    const failed = new Promise<never>((_, reject) => client.on('error', reject))
    failed.catch(() => {})
    const stopped = () => void client.end().catch(() => {})
    this.#stopped.signal.addEventListener('abort', stopped)
    try {
      await client.connect()
      const reach = (position: string) => this.#reach(line, position)
      const base = await Promise.race([failed, takeBase(client, line, { ...this.#options, place: this.#place }, reach)])
      const ms = Math.round(performance.now() - began)
      log.info('the whole database is in the archive', { line: line.name, bytes: base.size, stored: base.stored, ms })
    } finally {
      this.#stopped.signal.removeEventListener('abort', stopped)
      // Ends the backup, too, if it is still going on.
      await client.end().catch(() => {})
    }
  }

  /** Waits until the log is in the place up to a position. */
  async #reach(line: Line, position: string): Promise<void> {
    const wanted = parsePosition(position)
    for (;;) {
      if (this.#open?.line.name !== line.name) throw new Error('another line has begun')
      if (this.#open.position >= wanted) return
      await sleep(200, undefined, { signal: this.#stopped.signal })
    }
  }
}
