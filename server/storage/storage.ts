import { join } from 'node:path'
import { describePlace, type Place, placeWithin } from '../platform/place.ts'
import { openStore } from './open-store.ts'
import { pausable } from './pausable.ts'
import { isKey, type Storage } from './storage-port.ts'

let opened: Storage | undefined

interface StorageConfig {
  readonly dataDir: string
  /** What STORAGE_URL names. */
  readonly storage: Place | undefined
}

/** @returns where documents' files are kept: in STORAGE_URL, or in the data folder */
export function documentsPlace({ dataDir, storage }: StorageConfig): Place {
  return storage ? placeWithin(storage, 'documents') : { folder: join(dataDir, 'files') }
}

/**
 * Opens the process's storage.
 * @throws StartError where it can't be used
 */
export async function openStorage(config: StorageConfig): Promise<void> {
  if (opened) throw new Error('the storage is already open')
  const place = documentsPlace(config)
  opened = pausable(await openStore(place, isKey), describePlace(place))
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
