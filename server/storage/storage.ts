import { join } from 'node:path'
import { openFiles } from './file-store.ts'
import type { Storage } from './storage-port.ts'

let opened: Storage | undefined

/**
 * Opens the process's storage.
 * @param config where the data folder is; files go into `files` in it
 */
export async function openStorage(config: { readonly dataDir: string }): Promise<void> {
  if (opened) throw new Error('the storage is already open')
  opened = await openFiles(join(config.dataDir, 'files'))
}

/** @returns the storage that `openStorage` opened */
export function storage(): Storage {
  if (!opened) throw new Error('the storage is not open')
  return opened
}

/** Forgets it. Streams that are being read stay good. */
export function closeStorage(): void {
  opened = undefined
}
