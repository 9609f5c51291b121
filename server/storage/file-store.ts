import { constants } from 'node:fs'
import { access, copyFile, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isKey, type LocalFile, type Storage } from './storage-port.ts'

/** How much is read from disk at once, in bytes, and how much waits for a slow reader. */
const chunk = 256 * 1024
/** A file that was being copied in and is this old (ms) was left by a process that died. */
const abandoned = 24 * 60 * 60 * 1000
const incoming = '.incoming'

/**
 * The store that keeps files in a folder of this machine: `{folder}/{userId}/{timestamp}.{extension}`.
 * The folder itself is made here and never again: where a volume is not mounted, storing fails instead of
 * filling the disk beneath it.
 * @param folder absolute path, private to this user
 */
export async function openFiles(folder: string): Promise<Storage> {
  await mkdir(join(folder, incoming), { recursive: true, mode: 0o700 })
  await clearAbandoned(join(folder, incoming))

  const pathOf = (key: string) => {
    if (!isKey(key)) throw new TypeError('not a storage key')
    return join(folder, key)
  }

  return {
    async put(key, source) {
      const path = pathOf(key)
      const person = dirname(path)
      if (await madeFolder(person)) await syncFolder(folder)
      const size = isLocal(source) ? await moveIn(folder, source.path, path) : await copyIn(folder, source, path)
      await syncFolder(person)
      return { size }
    },

    async head(key) {
      const found = await absentIsUndefined(stat(pathOf(key)))
      return found?.isFile() ? { size: found.size } : undefined
    },

    async read(key, range, signal) {
      signal?.throwIfAborted()
      const file = await absentIsUndefined(open(pathOf(key), 'r'))
      if (!file) return undefined
      const stream = file.createReadStream({ ...range, highWaterMark: chunk })
      if (signal) addAbortSignal(signal, stream)
      // Counted in bytes: by default Node counts chunks here and would hold the whole file in memory.
      const strategy = new ByteLengthQueuingStrategy({ highWaterMark: chunk })
      return Readable.toWeb(stream, { strategy }) as ReadableStream<Uint8Array>
    },

    async delete(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      await absentIsUndefined(syncFolder(dirname(path)))
    },

    async ping() {
      await access(join(folder, incoming), constants.R_OK | constants.W_OK | constants.X_OK)
    },
  }
}

/** Moves a file of this machine in; from another disk, by way of a copy. */
async function moveIn(folder: string, from: string, to: string): Promise<number> {
  const size = await syncFile(from)
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await byWayOf(folder, to, copy => copyFile(from, copy))
    await unlink(from)
  }
  return size
}

function copyIn(folder: string, from: ReadableStream<Uint8Array>, to: string): Promise<number> {
  return byWayOf(folder, to, async copy => {
    const file = await open(copy, 'wx', 0o600)
    await pipeline(Readable.fromWeb(from as Parameters<typeof Readable.fromWeb>[0]), file.createWriteStream())
  })
}

/** Fills a file beside the stored ones, then gives it its name in one step. */
async function byWayOf(folder: string, to: string, fill: (copy: string) => Promise<void>): Promise<number> {
  const copy = join(folder, incoming, `${basename(to)}-${crypto.randomUUID()}`)
  try {
    await fill(copy)
    const size = await syncFile(copy)
    await rename(copy, to)
    return size
  } catch (error) {
    await rm(copy, { force: true }).catch(() => {})
    throw error
  }
}

function isLocal(source: LocalFile | ReadableStream<Uint8Array>): source is LocalFile {
  return 'path' in source
}

/** @returns whether the folder is new */
async function madeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Waits until a file's bytes are on the disk. @returns its size */
async function syncFile(path: string): Promise<number> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

/** Waits until the names in a folder are on the disk: fsync of a file does not cover its name (fsync(2)). */
export async function syncFolder(path: string): Promise<void> {
  // Windows knows no such thing.
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
    const found = await absentIsUndefined(stat(join(folder, name)))
    if (found && Date.now() - found.mtimeMs > abandoned) await rm(join(folder, name), { force: true })
  }
}

/** What the promise gives, or undefined where the file or a folder above it is not there. */
export async function absentIsUndefined<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
