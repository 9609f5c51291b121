import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import { enqueue } from '../jobs/jobs.ts'
import { PortalError } from '../platform/portal-error.ts'
import { changeBatch, endBatchFiles, lockBatch } from './locked-batch.ts'
import { readSplit } from './start-batch.ts'

/**
 * Has a batch's files read again, perhaps divided differently. What people decided about documents stays where these are the
 * same afterward.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; BULK_STATE unless it is in review; BULK_SPLIT
 */
export async function readBatchAgain(
  actor: Actor,
  batchId: string,
  split: { mode: string; pages: string },
): Promise<void> {
  const id = assertId(batchId)
  const by = readSplit(split)
  await asAdministrator(actor, async tx => {
    await lockBatch(tx, id, ['review'])
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
    await audit(tx, actor, 'papers.read_again', id, { split: by.mode, pages: by.pages })
    await enqueue(tx, 'match-papers', { batch: id, round })
  })
}

/**
 * Discards a batch that isn't released: its files go, and nobody gets anything.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; BULK_STATE
 */
export async function discardBatch(actor: Actor, batchId: string): Promise<void> {
  const id = assertId(batchId)
  await asAdministrator(actor, async tx => {
    await lockBatch(tx, id, ['uploaded', 'matching', 'review'])
    await changeBatch(tx, id)
    await tx.updateTable('paper_batches').set({ state: 'discarded' }).where('id', '=', id).execute()
    await endBatchFiles(tx, id)
    await audit(tx, actor, 'papers.discarded', id)
  })
}

/**
 * Goes on with a release that got stuck because the person in whose name it ran lost their right: from now on it runs in the
 * actor's. What is released stays what two people approved.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; BULK_STATE
 */
export async function continueRelease(actor: Actor, batchId: string): Promise<void> {
  const id = assertId(batchId)
  await asAdministrator(actor, async tx => {
    const { problem } = await lockBatch(tx, id, ['approved'])
    if (!problem) throw new PortalError('BULK_STATE')
    await tx.updateTable('paper_batches').set({ filed_by: actor.id, problem: null }).where('id', '=', id).execute()
    await audit(tx, actor, 'papers.release_continued', id)
    await enqueue(tx, 'release-papers', { batch: id })
  })
}
