import type pg from 'pg'
import { actAsRole } from '../../../server/database/act-as-role.ts'
import { StartError } from '../../../server/platform/start-error.ts'
import { keyId } from '../../../server/vault/sealed-chunks.ts'
import { sealNumber, unsealNumber } from './sealed-numbers.ts'

interface Row {
  id: string
  kind: string
  ciphertext: Buffer
  key_id: Buffer
}

/**
 * Seals all account and tax numbers with the first key of VAULT_KEY, so that the others can be dropped.
 * @param owner the database owner's connection
 * @param vaultKeys all of VAULT_KEY
 * @returns how many were sealed with another key before
 * @throws StartError for a number that no key unseals; nothing is changed then
 */
export function rotateNumbers(owner: pg.Client, vaultKeys: readonly Buffer[]): Promise<number> {
  const [first] = vaultKeys
  if (!first) throw new StartError('There is no VAULT_KEY.')
  return actAsRole(owner, 'app_vault', async () => {
    const { rows } = await owner.query<Row>(
      'select id, kind, ciphertext, key_id from vault_numbers where key_id <> $1 order by id for update',
      [keyId(first)],
    )
    for (const { id, kind, ciphertext, key_id } of rows) {
      const number = unsealNumber(vaultKeys, id, { ciphertext, keyId: key_id })
      if (number === undefined)
        throw new StartError(
          `The account number ${id} is sealed with a VAULT_KEY that is not given. Set VAULT_KEY to the new key, a space, and the one before.`,
        )
      const sealed = sealNumber(first, id, kind, number)
      await owner.query('update vault_numbers set ciphertext = $2, key_id = $3, hmac = $4 where id = $1', [
        id,
        sealed.ciphertext,
        sealed.keyId,
        sealed.hmac,
      ])
    }
    return rows.length
  })
}
