import { sql, type Transaction } from 'kysely'
import type { DeliveryState } from '../../rules/deliveries.ts'
import { recallDeliveryCommand } from '../../rules/delivery.commands.ts'
import { canTake, deliverySteps } from '../../rules/workflows.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { performFreely } from '../access/perform.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import type { Database } from '../database/types.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import { enqueueAll } from '../jobs/jobs.ts'
import { notifyAdministrators } from '../notifications/notify.ts'
import { PortalError } from '../platform/portal-error.ts'
import { recallDocuments } from '../runs/recall-documents.ts'

/**
 * Recalls a delivery: its documents are hidden at once from everyone but the office, which still has them with the
 * record of what was served. People who were notified of one, or were sent any byte of it, get a neutral e-mail; other
 * administrators are notified. One person is enough, because it has to be quick. Files that aren't sent yet no longer
 * will be.
 * @throws PortalError PROOF_NEEDED, NO_SESSION
 */
export const recallDelivery = performFreely(recallDeliveryCommand, async ({ actor }, deliveryId, { reason }) => {
  requireAdministrator(actor)
  const id = assertId(deliveryId)
  await requireFreshProof(actor)
  await asAdministrator(actor, async tx => {
    const { title, state } = await lockDelivery(tx, id)
    const recalled = await recallDocuments(tx, actor, {
      ...{ runs: 'document_deliveries', id, reason, hide: 'app.hide_delivered' },
      recipients: sql`select user_id, document_id from app.told_of_delivered(${id})`,
    })
    if (state === 'sending') await endFiles(tx, id)
    await audit(tx, actor, 'delivery.recalled', id, { title, ...recalled })
    await notifyAdministrators(tx, 'delivery-recalled')
  })
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
