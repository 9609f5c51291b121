import { execFile } from 'node:child_process'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A disk in memory (tmpfs) that tests fill. */
export interface SmallDisk extends AsyncDisposable {
  folder: string
  /** Changes its size, but not below its contents. */
  resize(limits: Limits): Promise<void>
}

interface Limits {
  /** Such as `1m`. */
  size: string
  /** The maximum number of files and folders, including the first folder; unlimited by default. */
  files?: number
}

const run = promisify(execFile)

/** Whether tests can mount disks on this system: they run as root, and not in a container that forbids it. */
export const canMount = process.getuid?.() === 0 && (await mountsOnce())

/** Mounts one on a folder, hiding its content; on a new one by default. */
export async function mountSmallDisk(limits: Limits, given?: string): Promise<SmallDisk> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'promissory-disk-')))
  await run('mount', ['-t', 'tmpfs', '-o', options(limits), 'tmpfs', folder])
  return {
    folder,
    resize: async limits => void (await run('mount', ['-o', `remount,${options(limits)}`, folder])),
    async [Symbol.asyncDispose]() {
      // Lazily: an ending process may still have a file open.
      await run('umount', ['--lazy', folder])
      if (!given) await rmdir(folder)
    },
  }
}

function options({ size, files = 0 }: Limits): string {
  return `size=${size},nr_inodes=${files}`
}

async function mountsOnce(): Promise<boolean> {
  try {
    await (await mountSmallDisk({ size: '1m' }))[Symbol.asyncDispose]()
    return true
  } catch {
    return false
  }
}
