import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'

/** @returns whether the actor may act for a holder; @throws PortalError HOLDER_FROZEN */
export async function actsForHolder(tx: Transaction<Database>, holderId: string): Promise<boolean> {
  const { rows } = await sql<{ acts: boolean; isFrozen: boolean }>`
    select app.acts_for_holder(id) as acts, frozen_at is not null as "isFrozen" from holders
    where id = ${holderId}`.execute(tx)
  const [holder] = rows
  if (holder?.isFrozen) throw new PortalError('HOLDER_FROZEN')
  return holder?.acts === true
}

/** Blocks a freeze until the transaction ends. @throws PortalError HOLDER_FROZEN if already frozen */
export async function assertNotFrozen(tx: Transaction<Database>, holderId: string): Promise<void> {
  const { frozen_at } = await tx
    .selectFrom('holders')
    .select('frozen_at')
    .where('id', '=', holderId)
    .forShare()
    .executeTakeFirstOrThrow()
  if (frozen_at) throw new PortalError('HOLDER_FROZEN')
}
