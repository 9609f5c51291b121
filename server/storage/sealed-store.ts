import { open, unlink } from 'node:fs/promises'
import type { KeyRing } from '../vault/key-ring.ts'
import { prefetch } from '../vault/prefetch.ts'
import { freePiece, openRange, sealBytes, sealedRange } from '../vault/sealed-bytes.ts'
import { headerSize, parseHeader, plainSize, SealError, type SealHeader } from '../vault/sealed-chunks.ts'
import { isLocalFile } from './file-store.ts'
import { readAhead } from './read-ahead.ts'
import type { ByteRange, LocalFile, Storage, StoredBytes, StoredFile } from './storage-port.ts'

/** Cached details of a stored file. */
interface Known {
  /** Size for the port's callers, in bytes. */
  size: number
  /** Undefined for a plain file. */
  header: SealHeader | undefined
}

/** Cached headers, so that opening a file again, or reading it in parts, takes one read. */
const maxCached = 4096

/**
 * A store that encrypts its files in another one. Older plain files are readable until all are sealed; new ones are
 * always sealed. A file's key is part of its seal, so that files can't be swapped.
 * @param base the store with the sealed files
 * @param keys of the vault
 */
export function sealedStore(base: Storage, keys: KeyRing): Storage {
  const files = new SealedFiles(base, keys)
  return {
    async put(key, source) {
      const sealing = await keys.newest()
      files.forget(key)
      const plain = isLocalFile(source) ? readFile(source) : source
      const { size } = await base.put(key, prefetch(sealBytes(sealing, plain, key)))
      if (isLocalFile(source)) await unlink(source.path)
      return { size: plainSize(size) ?? 0 }
    },

    async head(key) {
      const found = await files.find(key)
      return found && { size: found.size }
    },

    read: (key, range) => files.read(key, range),

    async delete(key) {
      files.forget(key)
      await base.delete(key)
    },

    freeSpace: () => base.freeSpace(),
    ping: () => base.ping(),

    async list(options) {
      const stored = await base.list(options)
      return await Promise.all(stored.map(file => files.describe(file)))
    },
  }
}

async function* readFile({ path }: LocalFile): AsyncGenerator<Uint8Array, void, void> {
  const file = await open(path, 'r')
  const { size } = await file.stat()
  // Closes the file.
  yield* readAhead(file, { start: 0, end: size - 1 })
}

/** Reads the files of a store, sealed or plain. */
class SealedFiles {
  readonly #base: Storage
  readonly #keys: KeyRing
  /** Sealed files only; a plain one may be sealed at any time. */
  readonly #known = new Map<string, Known>()

  constructor(base: Storage, keys: KeyRing) {
    this.#base = base
    this.#keys = keys
  }

  forget(key: string): void {
    this.#known.delete(key)
  }

  /**
   * @returns details of a stored file, if any
   * @throws SealError for a plain file once all should be sealed
   */
  async find(key: string): Promise<Known | undefined> {
    for (;;) {
      const stored = await this.#base.head(key)
      if (!stored) {
        this.forget(key)
        return undefined
      }
      const known = this.#known.get(key)
      if (known && known.size === plainSize(stored.size)) return known
      const isAllSealed = await this.#keys.isAllSealed()
      const header = await readHeader(this.#base, key, stored.size)
      // The file may have been deleted or sealed in between; resealing doesn't change its size.
      const isSame = (header && isAllSealed) || (await this.#base.head(key))?.size === stored.size
      if (!isSame) continue
      if (header) return this.#keep(key, { size: plainSize(stored.size) ?? stored.size, header })
      if (isAllSealed) {
        throw new SealError(`the stored file ${key} is not sealed, as all should be`)
      }
      return { size: stored.size, header }
    }
  }

  /** @returns a listed file of the base store with its plain size */
  async describe(stored: StoredFile): Promise<StoredFile> {
    if (await this.#keys.isAllSealed()) return { ...stored, size: plainSize(stored.size) ?? stored.size }
    const found = await this.find(stored.key)
    return { ...stored, size: found?.size ?? stored.size }
  }

  /**
   * `Storage.read`.
   * @throws SealError if the first bytes were altered; reading on throws it for later ones
   */
  async read(key: string, range?: ByteRange): Promise<StoredBytes | undefined> {
    const known = this.#known.get(key)
    if (known) {
      try {
        return await this.#open(key, known, range)
      } catch (error) {
        // Another process may have resealed the file with another key.
        if (!(error instanceof SealError)) throw error
      }
      this.forget(key)
    }
    const found = await this.find(key)
    return found && (await this.#open(key, found, range))
  }

  async #open(key: string, { size, header }: Known, range: ByteRange = { start: 0, end: size - 1 }) {
    if (!header) return await this.#openPlain(key, size, range)
    const part = { ...range, size }
    const sealed = await this.#base.read(key, sealedRange(part))
    return (
      sealed &&
      (await startReading(
        openRange(id => this.#keys.find(id), header, sealed, part, key),
        sealed,
      ))
    )
  }

  async #openPlain(key: string, size: number, range: ByteRange): Promise<StoredBytes | undefined> {
    const plain = await this.#base.read(key, range)
    // Checked after opening: a file that is plain now was plain then.
    if (!plain || !(await readHeader(this.#base, key, size))) return plain
    await plain[Symbol.asyncDispose]()
    return await this.read(key, range)
  }

  #keep(key: string, known: Known): Known {
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= maxCached) this.#known.delete(oldest)
    this.#known.set(key, known)
    return known
  }
}

/**
 * @param store with sealed files
 * @param size of the stored file
 * @returns the header of a stored file; undefined if it is plain or gone
 */
export async function readHeader(store: Storage, key: string, size: number): Promise<SealHeader | undefined> {
  if (size <= headerSize) return undefined
  await using start = await store.read(key, { start: 0, end: headerSize - 1 })
  if (!start) return undefined
  const pieces: Buffer[] = []
  for await (const piece of start) pieces.push(Buffer.from(piece))
  return parseHeader(Buffer.concat(pieces))
}

/** Decrypts the first bytes at once, so that a damaged file is detected before any of it is sent. */
async function startReading(opened: AsyncGenerator<Buffer>, sealed: StoredBytes): Promise<StoredBytes> {
  const pieces = prefetch(opened, freePiece)
  const dispose = async () => {
    await pieces.return()
    await sealed[Symbol.asyncDispose]()
  }
  try {
    const first = await pieces.next()
    return {
      async *[Symbol.asyncIterator]() {
        try {
          for (let next = first; !next.done; next = await pieces.next()) yield next.value
        } finally {
          await dispose()
        }
      },
      [Symbol.asyncDispose]: dispose,
    }
  } catch (error) {
    await dispose()
    throw error
  }
}
