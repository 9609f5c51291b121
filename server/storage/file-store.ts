import { constants } from 'node:fs'
import { access, copyFile, mkdir, open, readdir, rename, rm, stat, statfs, unlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readAhead } from './read-ahead.ts'
import { isKey, type LocalFile, type Storage } from './storage-port.ts'

/** A file still being copied in after this long (ms) was left by a process that died. */
const abandonedAfter = 24 * 60 * 60 * 1000
const incomingFolder = '.incoming'

/**
 * A store that keeps files in a local folder: `{folder}/{userId}/{timestamp}.{extension}`. The folder is created only
 * here: where a volume is later not mounted, storing fails instead of filling the disk beneath it.
 * @param folder absolute path, private to this user
 */
export async function openFileStore(folder: string): Promise<Storage> {
  await mkdir(join(folder, incomingFolder), { recursive: true, mode: 0o700 })
  await clearAbandoned(join(folder, incomingFolder))

  const pathOf = (key: string) => {
    if (!isKey(key)) throw new TypeError('not a storage key')
    return join(folder, key)
  }

  return {
    async put(key, source) {
      const path = pathOf(key)
      const person = dirname(path)
      if (await createFolder(person)) await syncFolder(folder)
      const size = isLocalFile(source) ? await moveIn(folder, source, path) : await copyIn(folder, source, path)
      await syncFolder(person)
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

/** Fills a temporary file in the store, then gives it its name in one step. */
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

function isLocalFile(source: LocalFile | AsyncIterable<Uint8Array>): source is LocalFile {
  return 'path' in source
}

/** @returns whether the folder is new */
async function createFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Waits until a file's bytes are on disk.
 * @returns its size in bytes
 */
export async function syncFile(path: string): Promise<{ size: number }> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
    return await file.stat()
  } finally {
    await file.close()
  }
}

/** Waits until the names in a folder are on disk: fsync of a file doesn't cover its name (fsync(2)). */
export async function syncFolder(path: string): Promise<void> {
  // Windows has no such call.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function clearAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const found = await undefinedIfMissing(stat(join(folder, name)))
    if (found && Date.now() - found.mtimeMs > abandonedAfter) await rm(join(folder, name), { force: true })
  }
}

/** @returns the promise's value, or undefined where the file or a folder above it doesn't exist */
export async function undefinedIfMissing<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
