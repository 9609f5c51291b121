import { sql } from 'kysely'
import { batchSteps } from '../../../rules/workflows.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { enqueue } from '../../../server/jobs/jobs.ts'
import { continueReleaseCommand, discardBatchCommand, readBatchAgainCommand } from '../batch.commands.ts'
import { changeBatch, endBatchFiles, lockBatch } from './locked-batch.ts'
import { readSplit } from './start-batch.ts'

/**
 * Has a batch's files read again, perhaps divided differently. What people decided about documents stays where these are the
 * same afterward.
 */
export const readBatchAgain = perform(readBatchAgainCommand, async ({ tx, audit }, batchId, { split, pages }) => {
  const id = assertId(batchId)
  const by = readSplit({ mode: split, pages })
  await lockBatch(tx, id, batchSteps.read)
  await changeBatch(tx, id)
  const { round } = await tx
    .updateTable('paper_batches')
    .set({
      state: 'matching',
      split_mode: by.mode,
      split_pages: by.pages,
      round: sql<number>`nextval('paper_rounds')`,
      problem: null,
    })
    .where('id', '=', id)
    .returning('round')
    .executeTakeFirstOrThrow()
  await audit('papers.read_again', id, { split: by.mode, pages: by.pages })
  await enqueue(tx, 'match-papers', { batch: id, round })
})

/** Discards a batch that isn't released: its files go, and no one gets anything. */
export const discardBatch = perform(discardBatchCommand, async ({ tx, audit }, batchId) => {
  const id = assertId(batchId)
  await lockBatch(tx, id, batchSteps.discard)
  await changeBatch(tx, id)
  await tx.updateTable('paper_batches').set({ state: 'discarded' }).where('id', '=', id).execute()
  await endBatchFiles(tx, id)
  await audit('papers.discarded', id)
})

/**
 * Resumes a release that stopped because the administrator it ran for lost their right: from now on it runs for the
 * actor. It still releases what two people approved.
 */
export const continueRelease = perform(continueReleaseCommand, async ({ tx, actor, refuse, audit }, batchId) => {
  const id = assertId(batchId)
  const { problem } = await lockBatch(tx, id, batchSteps.release)
  if (!problem) throw refuse('BULK_STATE')
  await tx.updateTable('paper_batches').set({ filed_by: actor.id, problem: null }).where('id', '=', id).execute()
  await audit('papers.release_continued', id)
  await enqueue(tx, 'release-papers', { batch: id })
})
