import { join } from 'node:path'
import { type Place, placeWithin } from '../platform/place.ts'
import { openStore } from './open-store.ts'
import { openVault, type VaultKeys } from './open-vault.ts'
import { isKey, type Storage } from './storage-port.ts'

let opened: Storage | undefined

interface StorageConfig extends PlaceConfig {
  readonly vaultKeys: VaultKeys
}

interface PlaceConfig {
  readonly dataDir: string
  /** The place that STORAGE_URL names. */
  readonly storage: Place | undefined
}

/** @returns the place of documents' files: STORAGE_URL, or the data folder */
export function documentsPlace({ dataDir, storage }: PlaceConfig): Place {
  return storage ? placeWithin(storage, 'documents') : { folder: join(dataDir, 'files') }
}

/**
 * Opens the process's storage and vault. The database must be connected.
 * @throws StartError if it is unusable
 */
export async function openStorage(config: StorageConfig): Promise<void> {
  if (opened) throw new Error('the storage is already open')
  opened = await openVault(config.vaultKeys, await openStore(documentsPlace(config), isKey))
}

export function storage(): Storage {
  if (!opened) throw new Error('the storage is not open')
  return opened
}

/** Streams being read stay valid. */
export function closeStorage(): void {
  opened = undefined
}
