import type pg from 'pg'
import { actAsRole } from '../../../server/database/act-as-role.ts'
import { keyId } from '../../../server/vault/sealed-chunks.ts'
import { sealNumber, unsealNumber } from '../../holders/server/sealed-numbers.ts'

/**
 * Encrypts the seal's keys with the first key of VAULT_KEY, so that the others can be dropped. One that none of them opens
 * was encrypted before the site had a VAULT_KEY, and stays as it is.
 * @param owner the database owner's connection
 * @returns how many were encrypted with another key before
 */
export function rotateSealKeys(owner: pg.Client, vaultKeys: readonly Buffer[]): Promise<number> {
  return actAsRole(owner, 'app_vault', async () => {
    const [first] = vaultKeys
    const { rows } = await owner.query<{ id: string; sealed_key: Buffer; key_id: Buffer }>(
      'select id, sealed_key, key_id from seal_certificates where sealed_key is not null and key_id <> $1 for update',
      [first && keyId(first)],
    )
    let rotated = 0
    for (const { id, sealed_key: ciphertext, key_id } of rows) {
      const key = unsealNumber(vaultKeys, id, { ciphertext, keyId: key_id })
      if (!first || key === undefined) continue
      const again = sealNumber(first, id, 'seal_key', key)
      const values = [id, again.ciphertext, again.keyId]
      await owner.query('update seal_certificates set sealed_key = $2, key_id = $3 where id = $1', values)
      rotated++
    }
    return rotated
  })
}
