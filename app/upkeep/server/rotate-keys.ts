import type pg from 'pg'
import { vaultRowsOf, writeVaultKeys } from '../../../server/database/vault-rows.ts'
import { StartError } from '../../../server/platform/start-error.ts'
import { createKey, unwrapKey, type WrappedKey, wrapKey } from '../../../server/vault/wrapped-keys.ts'

/**
 * Adds a key that encrypts new files, and wraps all keys with the first of VAULT_KEY, so that the others can be
 * dropped. Files stay as they are; a running site uses the new key within a minute.
 * @param owner the database owner's connection
 * @param vaultKeys all of VAULT_KEY
 * @returns number of keys that were wrapped with another one before
 * @throws StartError for a key that none of VAULT_KEY unwraps; nothing is changed then
 */
export async function rotateKeys(owner: pg.Client, vaultKeys: readonly Buffer[]): Promise<number> {
  const [first] = vaultKeys
  if (!first) throw new StartError('There is no VAULT_KEY.')
  const { keys } = await vaultRowsOf(owner).state()
  const wrapped = keys.map(row => wrapAgain(row, vaultKeys, first))
  await writeVaultKeys(owner, [...wrapped, wrapKey(first, createKey())])
  return wrapped.filter(({ wrapped_by }, i) => !keys[i]?.wrapped_by.equals(wrapped_by)).length
}

function wrapAgain(row: WrappedKey, vaultKeys: readonly Buffer[], first: Buffer): WrappedKey {
  const key = unwrapKey(vaultKeys, row)
  if (!key) {
    throw new StartError(
      `The key ${row.id.toString('hex')} is wrapped with a VAULT_KEY that is not given. Set VAULT_KEY to the new key, a space, and the one before.`,
    )
  }
  return wrapKey(first, key)
}
