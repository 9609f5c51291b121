import { constants, type Dirent } from 'node:fs'
import { access, copyFile, mkdir, open, readdir, rename, rm, stat, statfs, unlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isPlainKey } from '../platform/place.ts'
import { syncFile, syncFolder, undefinedIfMissing } from './disk.ts'
import { readAhead } from './read-ahead.ts'
import type { LocalFile, Storage, StoredFile } from './storage-port.ts'

/** Age (ms) after which an incomplete copy is one of a dead process. */
const abandonedAfter = 24 * 60 * 60 * 1000
const incomingFolder = '.incoming'

/**
 * A store in a local folder. The folder is created only here: if its volume isn't mounted later, storing fails instead
 * of filling the disk beneath it.
 * @param folder absolute path, private to this user
 * @param isKey accepted keys
 */
export async function openFileStore(folder: string, isKey: (key: string) => boolean): Promise<Storage> {
  await mkdir(join(folder, incomingFolder), { recursive: true, mode: 0o700 })
  await clearAbandoned(join(folder, incomingFolder))

  const pathOf = (key: string) => {
    if (!isPlainKey(key) || !isKey(key)) throw new TypeError('not a storage key')
    return join(folder, key)
  }

  return {
    movesFiles: true,

    async put(key, source) {
      const path = pathOf(key)
      await createFolders(folder, dirname(path))
      const size = isLocalFile(source) ? await moveIn(folder, source, path) : await copyIn(folder, source, path)
      await syncFolder(dirname(path))
      return { size }
    },

    async head(key) {
      const found = await undefinedIfMissing(stat(pathOf(key)))
      return found?.isFile() ? { size: found.size } : undefined
    },

    async read(key, range) {
      const file = await undefinedIfMissing(open(pathOf(key), 'r'))
      if (!file) return undefined
      return {
        async *[Symbol.asyncIterator]() {
          yield* readAhead(file, range ?? { start: 0, end: (await file.stat()).size - 1 })
        },
        [Symbol.asyncDispose]: () => file.close(),
      }
    },

    async delete(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      await undefinedIfMissing(syncFolder(dirname(path)))
    },

    async freeSpace() {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },

    async ping() {
      await access(join(folder, incomingFolder), constants.R_OK | constants.W_OK | constants.X_OK)
    },

    async list({ limit = 100, offset = 0, after = '', prefix = '' } = {}) {
      const found: StoredFile[] = []
      let skipped = 0
      if (limit <= 0) return found
      for await (const file of walkFolder(folder, { after, prefix })) {
        if (!isKey(file.key) || skipped++ < offset) continue
        if (found.push(file) === limit) break
      }
      return found
    },
  }
}

/** Moves a local file in, or copies it from another disk. */
async function moveIn(folder: string, { path: from, isFlushed }: LocalFile, to: string): Promise<number> {
  const { size } = isFlushed ? await stat(from) : await syncFile(from)
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await viaTemporaryFile(folder, to, copy => copyFile(from, copy))
    await unlink(from)
  }
  return size
}

function copyIn(folder: string, from: AsyncIterable<Uint8Array>, to: string): Promise<number> {
  return viaTemporaryFile(folder, to, copy => writeFile(copy, from, { flag: 'wx', mode: 0o600 }))
}

/** Fills a temporary file in the store, then renames it atomically. */
async function viaTemporaryFile(folder: string, to: string, fill: (copy: string) => Promise<void>): Promise<number> {
  const copy = join(folder, incomingFolder, `${basename(to)}-${crypto.randomUUID()}`)
  try {
    await fill(copy)
    const { size } = await syncFile(copy)
    await rename(copy, to)
    return size
  } catch (error) {
    await rm(copy, { force: true }).catch(() => {})
    throw error
  }
}

export function isLocalFile(source: LocalFile | AsyncIterable<Uint8Array>): source is LocalFile {
  // A stream that reads a file has a path, too.
  return 'path' in source && !(Symbol.asyncIterator in source)
}

/** Creates a folder and its parents within the store, with their names flushed to disk. */
async function createFolders(root: string, path: string): Promise<void> {
  if (path === root) return
  try {
    await mkdir(path, { mode: 0o700 })
    await syncFolder(dirname(path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    // The store's own folder is never created here.
    if (code !== 'ENOENT' || dirname(path) === root) throw error
    await createFolders(root, dirname(path))
    await createFolders(root, path)
  }
}

async function clearAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = await undefinedIfMissing(stat(join(folder, name)))
    if (found && Date.now() - found.mtimeMs > abandonedAfter) await rm(join(folder, name), { force: true })
  }
}

interface Bounds {
  /** Only keys after this one. */
  after: string
  /** Only keys with this prefix. */
  prefix: string
}

/**
 * Lists the files below a folder by key, ascending. Reads only folders that can contain matching keys, and omits names
 * that start with a dot. Files stored or deleted meanwhile may or may not be listed.
 * @param root absolute path
 */
function walkFolder(root: string, bounds: Bounds): AsyncGenerator<StoredFile, void, void> {
  return walk(root, '', bounds)
}

async function* walk(root: string, folder: string, bounds: Bounds): AsyncGenerator<StoredFile, void, void> {
  const { after, prefix } = bounds
  const entries = (await undefinedIfMissing(readdir(join(root, folder), { withFileTypes: true }))) ?? []
  const names = entries
    .filter(({ name }) => !name.startsWith('.'))
    .map(entry => folder + nameInKey(entry))
    .sort((one, other) => (one < other ? -1 : 1))
  for (const name of names) {
    if (name.endsWith('/')) {
      const isBehind = name > after || after.startsWith(name)
      if (isBehind && (name.startsWith(prefix) || prefix.startsWith(name))) yield* walk(root, name, bounds)
    } else if (name > after && name.startsWith(prefix)) {
      const found = await undefinedIfMissing(stat(join(root, name)))
      if (found) yield { key: name, size: found.size, modified: found.mtime }
    }
  }
}

/** A folder sorts by its name with a slash, as in keys: `a.txt` is before `a/b.txt`. */
function nameInKey(entry: Dirent): string {
  return entry.isDirectory() ? `${entry.name}/` : entry.name
}
