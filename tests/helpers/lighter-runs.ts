import { accessSync, constants, statfsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Linux's folder of files in memory. */
const folder = '/dev/shm'
/** Bytes: several times what the databases and files of all tests take at once. */
const requiredSpace = 2e9

/**
 * Lets temporary files, the tests' databases among them, stay in memory where there is room for them, instead of on a
 * disk: each test file copies a database, and writing it to a disk costs ten times the CPU.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR) return
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize > requiredSpace) process.env.TMPDIR = folder
  } catch {
    // There is none here.
  }
}

/**
 * Lets Node keep the modules it has compiled: of what each process and thread that the tests start does, reading
 * TypeScript takes the most time.
 */
export function keepCompiledModules(): void {
  process.env.NODE_COMPILE_CACHE ??= resolve('.cache/compiled')
}
