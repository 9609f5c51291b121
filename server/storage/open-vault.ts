import { type VaultRows, vaultRows } from '../database/vault-rows.ts'
import { StartError } from '../platform/start-error.ts'
import { KeyRing } from '../vault/key-ring.ts'
import { createKey, wrapKey } from '../vault/wrapped-keys.ts'
import { sealedStore } from './sealed-store.ts'
import type { Storage } from './storage-port.ts'

/** VAULT_KEY: the first key wraps, all unwrap. Without it, files are stored unencrypted. */
export type VaultKeys = readonly Buffer[] | undefined

/**
 * Encrypts stored files if VAULT_KEY is set.
 * @param store with the files
 * @param rows of the database; by default the running site's, which must be connected
 * @returns the encrypting store; the given one without VAULT_KEY
 * @throws StartError if files are encrypted with a missing key
 */
export async function openVault(vaultKeys: VaultKeys, store: Storage, rows: VaultRows = vaultRows): Promise<Storage> {
  const { keys } = await rows.state()
  const [first] = vaultKeys ?? []
  if (!first) {
    if (keys.length > 0) throw new StartError(`Stored files are encrypted, but VAULT_KEY is not set. ${whatToDo}`)
    return store
  }
  if (keys.length === 0) {
    const isAllSealed = (await store.list({ limit: 1 })).length === 0
    await rows.addFirst(wrapKey(first, createKey()), isAllSealed)
  }
  const ring = openKeyRing(vaultKeys, rows)
  if ((await ring.load()).length > 0) {
    throw new StartError(`Stored files are encrypted with another key than those in VAULT_KEY. ${whatToDo}`)
  }
  return sealedStore(store, ring)
}

const whatToDo = 'Set it to the key that these files were stored with, or that other processes use.'

/** @returns the keys of an existing vault, not loaded yet */
export function openKeyRing(vaultKeys: VaultKeys, rows: VaultRows): KeyRing {
  return new KeyRing({ vaultKeys: vaultKeys ?? [], state: rows.state })
}
