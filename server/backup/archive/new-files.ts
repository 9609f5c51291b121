import type pg from 'pg'
import type { Log } from '../../platform/log.ts'

/** How documents' files reach the place. */
export interface FileCopies {
  /** @returns the keys of the files whose documents were made since then */
  keysSince(client: pg.Client, since: Date): Promise<string[]>
  /**
   * Copies a file into the place, unless it is there.
   * @returns whether it is there now; it isn't where it has been removed from the storage meanwhile
   */
  copy(key: string): Promise<boolean>
}

/** A document's row may appear this much later (ms) than it says it was made: its transaction takes that long at most. */
const longestCommit = 10 * 60_000
/** The log waits this long (ms) for files; then it goes first, and they follow. */
const longestWait = 30_000
/** Files that are copied at once. */
const atOnce = 4

/** Copies files of new documents into the place, each once. */
export class NewFiles {
  readonly #copies: FileCopies
  readonly #log: Log
  /** When their documents were found, by key: what needn't be looked at again. */
  readonly #done = new Map<string, number>()

  constructor(copies: FileCopies, log: Log) {
    this.#copies = copies
    this.#log = log
  }

  /**
   * Copies the files of documents made since a moment that aren't in the place. A file that can't be read is reported and
   * left to `npm run backup`, which names it in its report.
   * @throws errors of the place
   */
  async copySince(client: pg.Client, moment: Date): Promise<void> {
    const since = new Date(moment.getTime() - longestCommit)
    const keys = (await this.#copies.keysSince(client, since)).filter(key => !this.#done.has(key))
    const until = performance.now() + longestWait
    const work = async () => {
      for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
        if (performance.now() > until) return
        if (!(await this.#copies.copy(key))) this.#log.warn('a new file could not be archived: it is gone', { key })
        this.#done.set(key, Date.now())
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    if (keys.length > 0) this.#log.warn('files are archived later than their documents', { waiting: keys.length })
    for (const [key, at] of this.#done) if (Date.now() - at > 2 * longestCommit) this.#done.delete(key)
  }
}
