import { sql, type Transaction } from 'kysely'
import type { ReadWay } from '../../rules/delegates.ts'
import type { Actor } from '../access/actor.ts'
import type { Database } from '../database/types.ts'

/**
 * Records that the actor reads documents as a holder's delegate, before the first byte of them is sent: who, by which
 * grant, which document, how, when and from where. Their owners are shown it. The database asks again whether they may.
 * @returns the ids of those that they may read at this moment
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
