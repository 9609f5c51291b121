import { join } from 'node:path'
import { type Place, placeWithin } from '../../../server/platform/place.ts'
import { openStore } from '../../../server/storage/open-store.ts'
import { openVault, type VaultKeys } from '../../../server/storage/open-vault.ts'
import type { Storage } from '../../../server/storage/storage-port.ts'
import type { ArrivedBytes } from './bytes-port.ts'
import { openFolderBytes } from './folder-bytes.ts'
import { isPartKey } from './parts.ts'
import { openStoredBytes } from './stored-bytes.ts'

let opened: ArrivedBytes | undefined

interface BytesConfig {
  readonly dataDir: string
  /** Keys that encrypt files. */
  readonly vaultKeys: VaultKeys
  /** The place that STORAGE_URL names. */
  readonly storage: Place | undefined
}

/**
 * Opens the place of unfinished uploads: the data folder if all processes are on this machine, else the store, which
 * other machines reach too. Bytes in the store are encrypted like its files.
 */
export async function openArrivedBytes(config: BytesConfig): Promise<void> {
  const folder = join(config.dataDir, 'uploads')
  opened = config.storage
    ? await openStoredBytes(await openParts(config, config.storage), folder)
    : await openFolderBytes(folder)
}

async function openParts(config: BytesConfig, place: Place): Promise<Storage> {
  return await openVault(config.vaultKeys, await openStore(placeWithin(place, 'uploads'), isPartKey))
}

export function arrivedBytes(): ArrivedBytes {
  if (!opened) throw new Error('uploads are not open')
  return opened
}
