import { type Selectable, sql, type Transaction } from 'kysely'
import type { Step } from '../../../rules/steps.ts'
import type { Database, PaperBatchesTable } from '../../../server/database/types.ts'
import { enqueueAll } from '../../../server/jobs/jobs.ts'
import { voidApprovals } from '../../approvals/server/ask-for-approval.ts'
import { lockRun } from '../../runs/server/start-run.ts'
import { releaseBatchCommand } from '../batch.commands.ts'

export type Batch = Selectable<PaperBatchesTable>

/** The kind of the approval of a release. */
export const releaseKind = releaseBatchCommand.name

/**
 * Locks a batch, so that everyone else who changes it, or makes its documents, follows.
 * @param step that it takes next, or that is still ahead
 * @throws PortalError NOT_FOUND; BULK_STATE where it has moved on
 */
export function lockBatch(tx: Transaction<Database>, id: string, step?: Step): Promise<Batch> {
  return step ? lockRun(tx, 'paper_batches', id, step, 'BULK_STATE') : lockRun(tx, 'paper_batches', id)
}

/** The batch has changed: requests about it are void. */
export async function changeBatch(tx: Transaction<Database>, batchId: string): Promise<void> {
  await voidApprovals(tx, releaseKind, batchId)
}

/** Ends the files of a batch: those that were uploaded, and those that were made of them. Its documents have their own. */
export async function endBatchFiles(tx: Transaction<Database>, batchId: string): Promise<void> {
  const { rows } = await sql<{ file_path: string }>`
    select file_path from paper_sources where batch_id = ${batchId} and file_path is not null
    union all select part_path from paper_batch_items where batch_id = ${batchId} and part_path is not null`.execute(tx)
  await sql`update paper_sources set file_path = null where batch_id = ${batchId}`.execute(tx)
  await sql`update paper_batch_items set part_path = null where batch_id = ${batchId} and part_path is not null`.execute(
    tx,
  )
  // An uploaded file that is one document has one name.
  const paths = [...new Set(rows.map(({ file_path }) => file_path))]
  await enqueueAll(
    tx,
    'remove-file',
    paths.map(file_path => ({ file_path })),
  )
}
