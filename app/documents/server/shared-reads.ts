import { sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import type { Database } from '../../../server/database/types.ts'
import type { ReadWay } from '../../delegates/delegates.ts'

/**
 * Records a delegate's reads of a holder's documents before the first byte is sent: the person, grant, document, kind
 * of access, time and address, visible to the owners. The database checks the access again.
 * @returns ids of the documents that they may read now
 */
export async function recordSharedReads(
  tx: Transaction<Database>,
  actor: Actor,
  ids: readonly string[],
  how: Exclude<ReadWay, 'figures'>,
): Promise<string[]> {
  const { ip = null, userAgent = null } = actor.from ?? {}
  const { rows } = await sql<{ readable: string[] }>`
    select app.record_shared_reads(${ids}::uuid[], ${how}, ${ip}, ${userAgent}) as readable`.execute(tx)
  return rows[0]?.readable ?? []
}
