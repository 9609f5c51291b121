import { sql, type Transaction } from 'kysely'
import { batchSteps, canTake } from '../../../rules/workflows.ts'
import type { Database } from '../../../server/database/types.ts'
import { enqueueAll } from '../../../server/jobs/jobs.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { recallCommand } from '../../runs/server/recall-documents.ts'
import { recallBatchCommand } from '../batch.commands.ts'
import { type Batch, endBatchFiles, lockBatch } from './locked-batch.ts'

/** Recalls a batch. What isn't released yet is never released. */
export const recallBatch = recallCommand(recallBatchCommand, {
  runs: 'paper_batches',
  lock: lockReleased,
  async end(tx, _, id) {
    // Stored for a document that isn't made any more.
    const { rows: unmade } = await sql<{ file_path: string }>`select file_path from paper_batch_items
      where batch_id = ${id} and filed_at is null and file_path is not null`.execute(tx)
    await enqueueAll(tx, 'remove-file', unmade)
    await endBatchFiles(tx, id)
  },
  entry: 'papers.recalled',
})

/** @throws PortalError BULK_RECALLED; BULK_STATE before it is released */
async function lockReleased(tx: Transaction<Database>, id: string): Promise<Batch> {
  const batch = await lockBatch(tx, id)
  if (batch.state === 'recalled') throw new PortalError('BULK_RECALLED')
  if (!canTake(batchSteps.recall, batch.state)) throw new PortalError('BULK_STATE')
  return batch
}
