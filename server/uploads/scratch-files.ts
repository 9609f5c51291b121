import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfMissing } from '../storage/disk.ts'

/** A file that nothing has happened to for this long (ms) is of no use: what it holds is in the store too. */
const idleTime = 60 * 60 * 1000

/** A local file with some of an upload's bytes, at their places. */
export interface Scratch {
  path: string
  /** The first byte that is there. */
  start: number
  /** The end of what is there, and counts: it is in the store too, or complete. */
  end: number
  usedAt: number
}

/**
 * Local files of this process for uploads whose bytes are kept in the store: what arrives is gathered there, and a
 * complete file is checked there. The store has whatever was acknowledged, so they may be lost at any time.
 */
export class ScratchFiles {
  readonly #folder: string
  /** Tells this process's files from those of others in the same folder. */
  readonly #suffix = randomBytes(6).toString('hex')
  readonly #files = new Map<string, Scratch>()

  private constructor(folder: string) {
    this.#folder = folder
    setInterval(() => this.#dropIdle(), idleTime / 4).unref()
  }

  /** @param folder is created, and cleared of what processes that died have left */
  static async open(folder: string): Promise<ScratchFiles> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) {
      const found = await undefinedIfMissing(stat(join(folder, name)))
      if (found && Date.now() - found.mtimeMs > idleTime) await rm(join(folder, name), { force: true })
    }
    return new ScratchFiles(folder)
  }

  /** @returns this process's file of an upload, if it has one */
  find(id: string): Scratch | undefined {
    const found = this.#files.get(id)
    if (found) found.usedAt = Date.now()
    return found
  }

  /** @returns a file that ends at `offset`: the one there is, or an empty one whose bytes will start there */
  async continueAt(id: string, offset: number): Promise<Scratch> {
    const found = this.find(id)
    if (found?.end === offset) return found
    await this.drop(id)
    const path = join(this.#folder, `${id}.${this.#suffix}`)
    await (await open(path, 'w', 0o600)).close()
    const scratch = { path, start: offset, end: offset, usedAt: Date.now() }
    this.#files.set(id, scratch)
    return scratch
  }

  async drop(id: string): Promise<void> {
    const found = this.#files.get(id)
    this.#files.delete(id)
    if (found) await rm(found.path, { force: true })
  }

  #dropIdle(): void {
    for (const [id, { usedAt }] of this.#files) {
      // Where the disk refuses, the next start of a process removes it.
      if (Date.now() - usedAt > idleTime) this.drop(id).catch(() => {})
    }
  }
}
