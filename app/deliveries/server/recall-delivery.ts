import { sql, type Transaction } from 'kysely'
import { canTake, deliverySteps } from '../../../rules/workflows.ts'
import type { Database } from '../../../server/database/types.ts'
import { enqueueAll } from '../../../server/jobs/jobs.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { notifyAdministrators } from '../../notifications/server/notify.ts'
import { recallCommand } from '../../runs/server/recall-documents.ts'
import type { DeliveryState } from '../deliveries.ts'
import { recallDeliveryCommand } from '../delivery.commands.ts'

/** Recalls a delivery. Other administrators are notified. What isn't sent yet is never sent. */
export const recallDelivery = recallCommand(recallDeliveryCommand, {
  runs: 'document_deliveries',
  lock: lockDelivery,
  async end(tx, { state }, id) {
    if (state === 'sending') await endFiles(tx, id)
    await notifyAdministrators(tx, 'delivery-recalled')
  },
  entry: 'delivery.recalled',
  facts: ({ title }) => ({ title }),
})

/**
 * Locks a delivery that can be recalled, so that its job, and everyone else who recalls it, follows.
 * @throws PortalError NOT_FOUND; DELIVERY_STATE; DELIVERY_RECALLED
 */
async function lockDelivery(tx: Transaction<Database>, id: string): Promise<{ title: string; state: DeliveryState }> {
  const found = tx.selectFrom('document_deliveries').select(['state', 'title']).where('id', '=', id)
  // Only what can still change can be locked.
  const locked = await found.forUpdate().executeTakeFirst()
  const delivery = locked ?? (await found.executeTakeFirst())
  if (!delivery) throw new PortalError('NOT_FOUND')
  if (delivery.state === 'recalled') throw new PortalError('DELIVERY_RECALLED')
  if (!locked || !canTake(deliverySteps.recall, delivery.state)) throw new PortalError('DELIVERY_STATE')
  return delivery
}

/** Ends the files of a delivery of which nothing was made: those uploaded, and copies that are stored already. */
async function endFiles(tx: Transaction<Database>, id: string): Promise<void> {
  const { rows } = await sql<{ file_path: string }>`
    select file_path from delivery_files where delivery_id = ${id} and file_path is not null
    union all select file_path from delivery_documents where delivery_id = ${id}`.execute(tx)
  await tx.updateTable('delivery_files').set({ file_path: null }).where('delivery_id', '=', id).execute()
  await enqueueAll(tx, 'remove-file', rows)
}
