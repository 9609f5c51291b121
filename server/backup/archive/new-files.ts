import type pg from 'pg'
import type { Log } from '../../platform/log.ts'
import type { Storage } from '../../storage/storage-port.ts'
import type { BackupPlace } from '../backup-place.ts'
import { backUpFile, type FileEntry, isBackedUp } from '../copy-files.ts'
import { forEachParallel } from '../streams.ts'

/** A document's row may appear this much later (ms) than it says it was made: its transaction takes that long at most. */
const longestCommit = 10 * 60_000
/** The log waits this long (ms) for files; then it goes first, and they follow. */
const longestWait = 15_000
/** Files that are copied at once. */
const atOnce = 4

/** Copies the files of new documents into the place, each once. */
export class NewFiles {
  readonly #storage: Storage
  readonly #place: BackupPlace
  readonly #log: Log
  /** When they were found, by path: what needn't be looked at again. */
  readonly #done = new Map<string, number>()

  constructor({ storage, place, log }: { storage: Storage; place: BackupPlace; log: Log }) {
    this.#storage = storage
    this.#place = place
    this.#log = log
  }

  /** @returns the files of documents made since a moment that weren't copied yet, by their path */
  async findSince(client: pg.Client, moment: Date): Promise<Map<string, FileEntry>> {
    const since = new Date(moment.getTime() - longestCommit)
    const { rows } = await client.query<FileEntry>(
      `select file_path as path, file_size::float8 as size, sha256 from documents
      where created_at >= $1 and file_path <> '' and check_state <> 'infected' order by created_at`,
      [since],
    )
    return new Map(rows.filter(({ path }) => !this.#done.has(path)).map(file => [file.path, file]))
  }

  /**
   * Copies files into the place that aren't there. One that can't be read is left to `npm run backup`, which reports it.
   * @throws errors of the storage and the place
   */
  async copy(files: Map<string, FileEntry>): Promise<void> {
    const until = performance.now() + longestWait
    let waiting = 0
    await forEachParallel(files.values(), atOnce, async file => {
      if (performance.now() > until) waiting++
      else await this.#copy(file)
    })
    if (waiting > 0) this.#log.warn('files are archived later than their documents', { waiting })
    for (const [path, at] of this.#done) if (Date.now() - at > 2 * longestCommit) this.#done.delete(path)
  }

  async #copy(file: FileEntry): Promise<void> {
    const isThere = (await isBackedUp(file, this.#place)) || (await backUpFile(file, this.#storage, this.#place))
    if (!isThere) this.#log.warn('a new file is gone or damaged, so it was not archived', { file_path: file.path })
    this.#done.set(file.path, Date.now())
  }
}
