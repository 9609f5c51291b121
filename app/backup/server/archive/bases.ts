import type { Log } from '../../../../server/platform/log.ts'
import { type BaseSource, listBases, takeBase } from './base.ts'
import { thinArchive } from './thin.ts'

type Options = BaseSource & { log: Log }

/** Greatest age (ms) of the newest base: recovery reads the log since then. */
const longestBase = 24 * 3600_000
/** Delay (ms) before a retry. */
const retryAfter = 5 * 60_000

/** Makes a base at the start of each line and then every day, beside the archiver's rounds. */
export class Bases {
  readonly #options: Options
  /** When a line's next base is due (ms since 1970), if known. */
  #next = { line: '', due: 0 }
  #making = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Starts a base if one is due. */
  makeDue(line: string): void {
    const isDue = this.#next.line !== line || this.#next.due <= Date.now()
    if (this.#making || !isDue || this.#options.signal.aborted) return
    this.#making = true
    void this.#make(line).finally(() => {
      this.#making = false
    })
  }

  async #make(line: string): Promise<void> {
    const { place, log, signal } = this.#options
    this.#next = { line, due: Date.now() + retryAfter }
    try {
      const newest = (await listBases(place)).bases.findLast(base => base.line === line)
      const due = newest ? Date.parse(newest.begun) + longestBase : 0
      if (due <= Date.now()) {
        const began = performance.now()
        const { stored } = await takeBase(line, this.#options)
        log.info('the whole database is in the archive', { line, stored, ms: Math.round(performance.now() - began) })
        await thinArchive(place, new Date())
      }
      this.#next.due = due > Date.now() ? due : Date.now() + longestBase
    } catch (error) {
      if (!signal.aborted) log.error('a base of the archive could not be made; trying again', error)
    }
  }
}
