import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { perform } from '../../../server/access/perform.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import { notifyAdministrators } from '../../notifications/server/notify.ts'
import { requestErasureCommand, withdrawErasureCommand } from '../../settings/settings.commands.ts'

/** @returns when the actor requested erasure of their account, or null */
export async function getErasureRequest(actor: Actor): Promise<Date | null> {
  const profile = await queryAs(actor, tx =>
    tx.selectFrom('user_profiles').select('erase_requested_at').where('id', '=', actor.id).executeTakeFirst(),
  )
  return profile?.erase_requested_at ?? null
}

/** Requests erasure of the actor's account, and notifies administrators. Idempotent. */
export const requestErasure = perform(requestErasureCommand, async ({ tx, actor, audit }) => {
  const { numUpdatedRows } = await tx
    .updateTable('user_profiles')
    .set({ erase_requested_at: sql<Date>`now()` })
    .where('id', '=', actor.id)
    .where('erase_requested_at', 'is', null)
    .executeTakeFirst()
  if (!numUpdatedRows) return
  await audit('erasure.requested', actor.id)
  await notifyAdministrators(tx, 'erasure-requested')
})

/** Withdraws that request, if there is one. */
export const withdrawErasureRequest = perform(withdrawErasureCommand, async ({ tx, actor, audit }) => {
  const { numUpdatedRows } = await tx
    .updateTable('user_profiles')
    .set({ erase_requested_at: null })
    .where('id', '=', actor.id)
    .where('erase_requested_at', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows) await audit('erasure.withdrawn', actor.id)
})
