import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { undefinedIfMissing } from '../storage/file-store.ts'

/* The bytes of unfinished uploads, one file each in `uploads` in the data folder, named by the upload's id. Its row in
 * the table `uploads` is created before the file and deleted after it; a file without a row can be removed.
 */

let folder: string | undefined

/** @param dataDir absolute path of the data folder */
export async function openPartial(dataDir: string): Promise<void> {
  const path = join(dataDir, 'uploads')
  await mkdir(path, { recursive: true, mode: 0o700 })
  folder = path
}

/** @returns the path of an upload's file, whether it exists or not */
export function partialPath(id: string): string {
  if (!folder) throw new Error('uploads are not open')
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(id)) throw new TypeError('not the id of an upload')
  return join(folder, id)
}

/** Creates an upload's file, empty. */
export async function createPartial(id: string): Promise<void> {
  await (await open(partialPath(id), 'wx', 0o600)).close()
}

/** @returns how many bytes have arrived, or undefined where there is no such file */
export async function partialSize(id: string): Promise<number | undefined> {
  return (await undefinedIfMissing(stat(partialPath(id))))?.size
}

/**
 * Appends bytes to an upload's file. What arrived before an error is kept. What this counts is flushed to disk, since
 * the browser will never send it again.
 * @param offset where the first byte goes
 * @returns the new size of the file
 */
export async function appendPartial(id: string, bytes: Readable, offset: number): Promise<number> {
  await using file = await open(partialPath(id), 'r+')
  let size = offset
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    // A write may be partial when the disk is nearly full.
    for (let done = 0; done < chunk.length; ) {
      const { bytesWritten } = await file.write(chunk, done, chunk.length - done, size)
      done += bytesWritten
      size += bytesWritten
    }
  }
  await file.datasync()
  return size
}

/** Removes an upload's file, if it exists. */
export async function removePartial(id: string): Promise<void> {
  await rm(partialPath(id), { force: true })
}

/** @returns the ids of all uploads that have a file */
export async function listPartial(): Promise<string[]> {
  if (!folder) throw new Error('uploads are not open')
  return await readdir(folder)
}
