import { sql } from 'kysely'
import { recallBatchCommand } from '../../rules/bulk-delivery/batch.commands.ts'
import { batchSteps, canTake } from '../../rules/workflows.ts'
import { assertId } from '../access/ids.ts'
import { perform } from '../access/perform.ts'
import { enqueueAll } from '../jobs/jobs.ts'
import { recallDocuments } from '../runs/recall-documents.ts'
import { endBatchFiles, lockBatch } from './locked-batch.ts'

/**
 * Recalls a batch: its documents are hidden at once from everyone but the office, which still has them with the record
 * of what was served. People who were sent any byte of one get a neutral e-mail; the others aren't notified, so they
 * don't learn that there was one. One person is enough, because it has to be quick. Documents that aren't released yet
 * no longer will be.
 */
export const recallBatch = perform(recallBatchCommand, async ({ tx, actor, refuse, audit }, batchId, { reason }) => {
  const id = assertId(batchId)
  const { state } = await lockBatch(tx, id)
  if (state === 'recalled') throw refuse('BULK_RECALLED')
  if (!canTake(batchSteps.recall, state)) throw refuse('BULK_STATE')
  const recalled = await recallDocuments(tx, actor, {
    ...{ runs: 'paper_batches', id, reason, hide: 'app.hide_papers' },
    // As one of those it went to, also where they work for the fund.
    recipients: sql`select distinct a.user_id, a.document_id from paper_batch_items i
        join file_accesses a on a.document_id = i.document_id and a.sent > 0
      where i.batch_id = ${id} and app.read_as_recipient(a.user_id, i.document_id, i.holder_id, a.begun_at)`,
  })
  // Stored for a document that isn't made any more.
  const { rows: unmade } = await sql<{ file_path: string }>`select file_path from paper_batch_items
    where batch_id = ${id} and filed_at is null and file_path is not null`.execute(tx)
  await enqueueAll(tx, 'remove-file', unmade)
  await endBatchFiles(tx, id)
  await audit('papers.recalled', id, recalled)
})
