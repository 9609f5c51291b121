import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../../../server/platform/log.ts'
import type { Storage } from '../../../../server/storage/storage-port.ts'
import type { BackupPlace } from '../backup-place.ts'
import { backUpFile, type FileEntry, isBackedUp } from '../copy-files.ts'
import { forEachParallel } from '../streams.ts'

/** Greatest delay (ms) between a document's time and its row's visibility: the longest transaction. */
const longestCommit = 10 * 60_000
/** Longest time (ms) that the log waits for files; then it is archived first. */
const longestWait = 10_000
/** Concurrent copies. */
const atOnce = 4
/** Interval (ms) of log lines while files are pending. */
const repeatWarning = 10 * 60_000

/** Copies the files of new documents into the place, each once. */
export class NewFiles {
  readonly #storage: Storage
  readonly #place: BackupPlace
  readonly #log: Log
  /** By path: files found and not yet in the place, and those being copied. */
  readonly #waiting = new Map<string, FileEntry>()
  readonly #copying = new Set<string>()
  /** Times of copies, by path, to skip them. */
  readonly #done = new Map<string, number>()
  #error: Error | undefined
  #warned = 0

  constructor({ storage, place, log }: { storage: Storage; place: BackupPlace; log: Log }) {
    this.#storage = storage
    this.#place = place
    this.#log = log
  }

  /**
   * Copies files of documents made since a moment into the place, within a time limit. Slow copies continue, and failed
   * ones are retried the next time: a document with a late file is better than none.
   */
  async copyNew(client: pg.Client, moment: Date): Promise<void> {
    const since = new Date(moment.getTime() - longestCommit)
    const { rows } = await client.query<FileEntry>(
      `select file_path as path, file_size::float8 as size, sha256 from documents
      where created_at >= $1 and file_path <> '' and check_state <> 'infected' order by created_at`,
      [since],
    )
    for (const file of rows) if (!this.#done.has(file.path)) this.#waiting.set(file.path, file)
    const until = performance.now() + longestWait
    const files = [...this.#waiting.values()].filter(({ path }) => !this.#copying.has(path))
    const copying = forEachParallel(files, atOnce, async file => {
      if (performance.now() < until) await this.#copy(file)
    })
    await Promise.race([copying, sleep(longestWait, undefined, { ref: false })])
    this.#warn()
    for (const [path, at] of this.#done) if (Date.now() - at > 2 * longestCommit) this.#done.delete(path)
  }

  /** A missing or damaged file is left to `npm run backup`, which reports it. */
  async #copy(file: FileEntry): Promise<void> {
    const { path } = file
    this.#copying.add(path)
    try {
      const isThere = (await isBackedUp(file, this.#place)) || (await backUpFile(file, this.#storage, this.#place))
      if (!isThere) this.#log.warn('a new file is gone or damaged, so it was not archived', { file_path: path })
      this.#done.set(path, Date.now())
      this.#waiting.delete(path)
    } catch (error) {
      this.#error = error as Error
    } finally {
      this.#copying.delete(path)
    }
  }

  #warn(): void {
    if (this.#waiting.size === 0 || Date.now() - this.#warned < repeatWarning) return
    this.#warned = Date.now()
    const reason = this.#error?.message
    this.#log.warn('files are archived later than their documents', { waiting: this.#waiting.size, reason })
    this.#error = undefined
  }
}
