import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfMissing } from '../../../server/storage/disk.ts'

/** Idle time (ms) after which a file is dropped; the store has its bytes too. */
const idleTime = 60 * 60 * 1000

/** A local file with some of an upload's bytes, at their positions. */
export interface Scratch {
  path: string
  /** Position of the first byte present. */
  start: number
  /** End of the bytes that count: also in the store, or complete. */
  end: number
  usedAt: number
}

/**
 * This process's local files for uploads with bytes in the store: they collect arriving bytes, and a complete file is
 * checked there. The store has everything acknowledged, so they may be lost at any time.
 */
export class ScratchFiles {
  readonly #folder: string
  /** Distinguishes this process's files from others in the folder. */
  readonly #suffix = randomBytes(6).toString('hex')
  readonly #files = new Map<string, Scratch>()

  private constructor(folder: string) {
    this.#folder = folder
    setInterval(() => this.#dropIdle(), idleTime / 4).unref()
  }

  /** @param folder is created, and cleared of files of dead processes */
  static async open(folder: string): Promise<ScratchFiles> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) {
      const found = await undefinedIfMissing(stat(join(folder, name)))
      if (found && Date.now() - found.mtimeMs > idleTime) await rm(join(folder, name), { force: true })
    }
    return new ScratchFiles(folder)
  }

  /** @returns this process's file of an upload, if any */
  find(id: string): Scratch | undefined {
    const found = this.#files.get(id)
    if (found) found.usedAt = Date.now()
    return found
  }

  /** @returns a file that ends at `offset`: the existing one, or an empty one that starts there */
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
      // On failure, the next start of a process removes it.
      if (Date.now() - usedAt > idleTime) this.drop(id).catch(() => {})
    }
  }
}
