import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'

/** @returns whether the person who acts may act for a holder; @throws PortalError HOLDER_FROZEN while nobody may */
export async function actsForHolder(tx: Transaction<Database>, holderId: string): Promise<boolean> {
  const { rows } = await sql<{ acts: boolean; isFrozen: boolean }>`
    select app.acts_for_holder(id) as acts, frozen_at is not null as "isFrozen" from holders
    where id = ${holderId}`.execute(tx)
  const [holder] = rows
  if (holder?.isFrozen) throw new PortalError('HOLDER_FROZEN')
  return holder?.acts === true
}

/** Keeps a holder from being frozen until the transaction ends. @throws PortalError HOLDER_FROZEN where it is already */
export async function assertNotFrozen(tx: Transaction<Database>, holderId: string): Promise<void> {
  const { frozen_at } = await tx
    .selectFrom('holders')
    .select('frozen_at')
    .where('id', '=', holderId)
    .forShare()
    .executeTakeFirstOrThrow()
  if (frozen_at) throw new PortalError('HOLDER_FROZEN')
}
