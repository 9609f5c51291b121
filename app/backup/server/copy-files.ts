import { createHash } from 'node:crypto'
import { StartError } from '../../../server/platform/start-error.ts'
import type { Storage } from '../../../server/storage/storage-port.ts'
import { SealError } from '../../../server/vault/sealed-chunks.ts'
import { type BackupPlace, splitEnding } from './backup-place.ts'
import { type Bytes, forEachParallel } from './streams.ts'

/** A stored file as a document names it. */
export interface FileEntry {
  /** Its key in the storage. */
  path: string
  /** Bytes. */
  size: number
  sha256: string
}

const filesFolder = 'files/'
/** Concurrent copies: each mostly waits for a disk or a network. */
const atOnce = 16

/** @returns a file's line in a backup's list */
export function writeEntry({ path, size, sha256 }: FileEntry): string {
  return `${path}\t${size}\t${sha256}`
}

export function readEntry(line: string): FileEntry {
  const [path = '', size, sha256 = ''] = line.split('\t')
  return { path, size: Number(size), sha256 }
}

/** A missing or altered file. */
class DamagedFile extends Error {
  override name = 'DamagedFile'
}

/** Passes a file's bytes on. @throws DamagedFile at their end, before they can be mistaken for the file */
async function* checked(bytes: Bytes, { path, size, sha256 }: FileEntry): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let length = 0
  for await (const piece of bytes) {
    hash.update(piece)
    length += piece.length
    yield piece
  }
  if (length !== size || hash.digest('hex') !== sha256) throw new DamagedFile(`${path} is damaged`)
}

/**
 * Copies files missing from a place for backups, and checks each against its hash on the way.
 * @param files lines by `writeEntry`; the files must stay in the storage until this is done
 * @returns number of files copied, their stored bytes, and the paths of those that can't be copied
 */
export async function backUpFiles(
  files: readonly string[],
  from: Storage,
  to: BackupPlace,
): Promise<{ copied: number; bytes: number; damaged: string[] }> {
  const known = new Map<string, number>()
  for await (const { key, size } of to.list(filesFolder)) {
    const found = splitEnding(key)
    if (found.ending === to.ending) known.set(found.key, size)
  }
  const done = { copied: 0, bytes: 0, damaged: [] as string[] }
  await forEachParallel(files, atOnce, async line => {
    const file = readEntry(line)
    if (known.get(filesFolder + file.path) === to.sizeOf(file.size)) return
    const bytes = await backUpFile(file, from, to)
    if (bytes === undefined) done.damaged.push(file.path)
    else {
      done.bytes += bytes
      done.copied++
    }
  })
  return done
}

/** @returns whether a file is in the place already */
export async function isBackedUp({ path, size }: FileEntry, place: BackupPlace): Promise<boolean> {
  for await (const { key, size: stored } of place.list(filesFolder + path)) {
    if (key === filesFolder + path + place.ending) return stored === place.sizeOf(size)
  }
  return false
}

/** @returns a file's stored bytes in the place; undefined if it is missing from the storage, or damaged */
export async function backUpFile(file: FileEntry, from: Storage, to: BackupPlace): Promise<number | undefined> {
  try {
    await using stored = await from.read(file.path)
    if (!stored) return undefined
    return await to.write(filesFolder + file.path, checked(stored, file))
  } catch (error) {
    // A damaged file must not prevent the backup of all others.
    if (error instanceof DamagedFile || error instanceof SealError) return undefined
    throw error
  }
}

/**
 * Copies a backup's files into a storage, checking each. Existing ones stay, so that it can be resumed.
 * @returns their number and bytes
 * @throws StartError if the backup was altered
 */
export async function restoreFiles(
  files: AsyncIterable<FileEntry>,
  from: BackupPlace,
  to: Pick<Storage, 'head' | 'put'>,
): Promise<{ count: number; bytes: number }> {
  const done = { count: 0, bytes: 0 }
  await forEachParallel(files, atOnce, async file => {
    const there = await to.head(file.path)
    if (there?.size !== file.size) {
      const { path, sha256 } = file
      await to.put(path, checked(from.read(filesFolder + path), file), { sha256 }).catch(error => {
        throw error instanceof DamagedFile ? new StartError(`In the backup, ${error.message}.`) : error
      })
    }
    done.count++
    done.bytes += file.size
  })
  return done
}

/**
 * Time (ms) before unneeded files are removed: continuous archiving, which restores any moment of a week, also stores
 * files there.
 */
const unneededStay = 8 * 24 * 60 * 60 * 1000

/**
 * Removes files that no backup needs any more.
 * @param needed paths
 * @returns number of removed files
 */
export async function removeOtherFiles(place: BackupPlace, needed: ReadonlySet<string>): Promise<number> {
  const unneeded: string[] = []
  for await (const { key: name, modified } of place.list(filesFolder)) {
    const { key, ending } = splitEnding(name)
    const isNeeded = ending !== place.ending || needed.has(key.slice(filesFolder.length))
    if (!isNeeded && Date.now() - modified.getTime() > unneededStay) unneeded.push(key)
  }
  await forEachParallel(unneeded, atOnce, key => place.remove(key))
  return unneeded.length
}
