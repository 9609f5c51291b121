import { type VaultRows, vaultRows } from '../database/vault-rows.ts'
import { StartError } from '../platform/start-error.ts'
import { KeyRing } from '../vault/key-ring.ts'
import { createKeyFile, readKeyFile } from '../vault/vault-key.ts'
import { createKey, wrapKey } from '../vault/wrapped-keys.ts'
import { sealedStore } from './sealed-store.ts'
import type { Storage } from './storage-port.ts'

export interface VaultConfig {
  readonly dataDir: string
  /** VAULT_KEY: the first key wraps, all unwrap. `off` where new files stay plain; if absent, see `readKeyFile`. */
  readonly vaultKeys: readonly Buffer[] | 'off' | undefined
  /** Where files are kept; if absent, in the data folder. */
  readonly storage: unknown
}

/**
 * Encrypts what is stored, where VAULT_KEY is set or the data folder has a key. A new installation with files in its data
 * folder gets such a key.
 * @param store with the files
 * @param rows of the database; by default the running site's
 * @returns the store that encrypts; the given one where nothing is encrypted
 * @throws StartError where files are encrypted with a key that isn't given
 */
export async function openVault(config: VaultConfig, store: Storage, rows: VaultRows = vaultRows): Promise<Storage> {
  const [{ keys }, given] = await Promise.all([rows.state(), readVaultKeys(config)])
  if (given.length === 0 && keys.length > 0) throw new StartError(keyIsMissing)
  // The key of files that are elsewhere must not be lost with this machine.
  const mayGetKey = config.vaultKeys === undefined && !config.storage
  if (given.length === 0 && !mayGetKey) return store
  const isEmpty = keys.length === 0 && (await store.list({ limit: 1 })).length === 0
  const [first] = given.length === 0 && isEmpty ? await createKeyFile(config.dataDir) : given
  if (!first) return store
  if (keys.length === 0) await rows.addFirst(wrapKey(first, createKey()), isEmpty)
  const ring = new KeyRing({ vaultKeys: () => readVaultKeys(config), state: rows.state })
  if ((await ring.load()).length > 0) throw new StartError(keyIsMissing)
  return sealedStore(store, ring)
}

const keyIsMissing =
  'Stored files are encrypted with a key that is neither in VAULT_KEY nor in the file vault-key in DATA_DIR. Set VAULT_KEY to the key that other processes use, or restore that file from a backup.'

/** @returns all of VAULT_KEY, or of the key file; none where there is neither */
export async function readVaultKeys({ vaultKeys, dataDir }: VaultConfig): Promise<readonly Buffer[]> {
  if (vaultKeys === 'off') return []
  return vaultKeys ?? (await readKeyFile(dataDir)) ?? []
}
