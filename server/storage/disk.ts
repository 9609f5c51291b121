import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/**
 * Flushes a file's bytes to disk.
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

/** Flushes a folder's names to disk: fsync of a file doesn't cover its name (fsync(2)). */
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

/** @returns the SHA-256 of a file, in hexadecimal */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 ** 2 }), hash)
  return hash.digest('hex')
}

/** @returns the promise's value, or undefined if the file or a folder above it doesn't exist */
export async function undefinedIfMissing<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
