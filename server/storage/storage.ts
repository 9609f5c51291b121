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
  /** What STORAGE_URL names. */
  readonly storage: Place | undefined
}

/** @returns where documents' files are kept: in STORAGE_URL, or in the data folder */
export function documentsPlace({ dataDir, storage }: PlaceConfig): Place {
  return storage ? placeWithin(storage, 'documents') : { folder: join(dataDir, 'files') }
}

/**
 * Opens the process's storage, with the vault before it. The database must be connected.
 * @throws StartError where it can't be used
 */
export async function openStorage(config: StorageConfig): Promise<void> {
  if (opened) throw new Error('the storage is already open')
  opened = await openVault(config.vaultKeys, await openStore(documentsPlace(config), isKey))
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
