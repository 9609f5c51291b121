import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ERRORS } from '@tus/server'
import { syncFile, undefinedIfMissing } from '../storage/disk.ts'
import { keepHash, takeHash } from './partial-hash.ts'
import { PieceWriter, receive } from './receive.ts'

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

/** What a request may append to an upload, and until when. */
interface Arriving {
  /** Where the first byte goes. */
  offset: number
  /** Size of the whole file, in bytes. */
  size: number
  /** Ends it early; what arrived until then counts. */
  signal: AbortSignal
}

/**
 * Appends a request's bytes to an upload's file, hashing them as they arrive. What arrived before an error is kept.
 * Unless the file is complete then, what this counts is flushed to disk, since the browser will never send it again; a
 * complete file is flushed when it is stored.
 * @returns the new size of the file
 * @throws tus's errors for a connection that breaks, and for more bytes than are expected; errors of the disk
 */
export async function appendPartial(id: string, bytes: Readable, { offset, size, signal }: Arriving): Promise<number> {
  await using file = await open(partialPath(id), 'r+')
  const writer = new PieceWriter(file, offset)
  const known = takeHash(id, offset)
  let arrived = offset
  const broken = await receive(bytes, signal, chunk => {
    if (arrived + chunk.length > size) throw ERRORS.ERR_SIZE_EXCEEDED
    arrived += chunk.length
    known?.hash.update(chunk)
    return writer.take(chunk)
  }).then(
    () => undefined,
    error => (error === ERRORS.ERR_SIZE_EXCEEDED ? error : ERRORS.ABORTED),
  )
  await writer.end()
  if (known) keepHash(id, { hash: known.hash, size: arrived })
  if (broken) throw broken
  if (arrived < size) await file.datasync()
  return arrived
}

/** Waits until an upload's bytes are on disk. */
export async function flushPartial(id: string): Promise<void> {
  await syncFile(partialPath(id))
}

/** Removes an upload's file, if it exists. */
export async function removePartial(id: string): Promise<void> {
  takeHash(id, 0)
  await rm(partialPath(id), { force: true })
}

/** @returns the ids of all uploads that have a file */
export async function listPartial(): Promise<string[]> {
  if (!folder) throw new Error('uploads are not open')
  return await readdir(folder)
}
