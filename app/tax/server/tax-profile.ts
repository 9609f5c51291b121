import { randomUUID } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database, TaxProfilesTable } from '../../../server/database/types.ts'

export type TaxProfile = Selectable<TaxProfilesTable>

/**
 * Locks a holder's tax profile until the transaction ends; a holder that has sent nothing gets an empty row.
 * @param tx of the office
 */
export async function lockProfile(tx: Transaction<Database>, holderId: string): Promise<TaxProfile> {
  await sql`insert into tax_profiles (id, holder_id) values (${randomUUID()}, ${holderId}) on conflict (holder_id) do nothing`.execute(
    tx,
  )
  return tx
    .selectFrom('tax_profiles')
    .selectAll()
    .where('holder_id', '=', holderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
