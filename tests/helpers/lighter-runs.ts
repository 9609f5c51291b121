import { accessSync, constants, statfsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Linux's folder of files in memory. */
const folder = '/dev/shm'
/** Bytes: several times the peak use of all tests' databases and files. */
const requiredSpace = 2e9

/**
 * Puts temporary files, including the tests' databases, in memory if there is room: each test file copies a database,
 * and writing it to a disk costs ten times the CPU.
 */
export function storeFilesInMemory(): void {
  if (process.env.TMPDIR) return
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize > requiredSpace) process.env.TMPDIR = folder
  } catch {
    // Not available here.
  }
}

/** Enables Node's compile cache: reading TypeScript takes most of the start of the tests' processes and threads. */
export function cacheCompiledModules(): void {
  process.env.NODE_COMPILE_CACHE ??= resolve('.cache/compiled')
}
