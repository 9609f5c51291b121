import { join } from 'node:path'
import type { Place } from '../storage/place.ts'
import type { ArrivedBytes } from './bytes-port.ts'
import { openFolderBytes } from './folder-bytes.ts'
import { openStoredBytes } from './stored-bytes.ts'

let opened: ArrivedBytes | undefined

interface BytesConfig {
  readonly dataDir: string
  /** What STORAGE_URL names. */
  readonly storage: Place | undefined
}

/**
 * Opens the place of unfinished uploads: the data folder, where all processes are on this machine, or else the store,
 * which processes on other machines reach too.
 */
export async function openArrivedBytes({ dataDir, storage }: BytesConfig): Promise<void> {
  const folder = join(dataDir, 'uploads')
  opened = storage ? await openStoredBytes(storage, folder) : await openFolderBytes(folder)
}

/** @returns the place that `openArrivedBytes` opened */
export function arrivedBytes(): ArrivedBytes {
  if (!opened) throw new Error('uploads are not open')
  return opened
}
