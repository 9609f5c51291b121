import { join } from 'node:path'
import { openFileStore } from './file-store.ts'
import type { Storage } from './storage-port.ts'

let opened: Storage | undefined

/**
 * Opens the process's storage.
 * @param config names the data folder; files are stored in its `files`
 */
export async function openStorage(config: { readonly dataDir: string }): Promise<void> {
  if (opened) throw new Error('the storage is already open')
  opened = await openFileStore(join(config.dataDir, 'files'))
}

/** @returns the storage that `openStorage` opened */
export function storage(): Storage {
  if (!opened) throw new Error('the storage is not open')
  return opened
}

/** Forgets it. Streams that are being read stay valid. */
export function closeStorage(): void {
  opened = undefined
}
