import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { asApprover } from '../../approvals/server/approver-rights.ts'
import { findPendingRelease } from '../../runs/server/release-run.ts'
import { releaseBatchCommand } from '../batch.commands.ts'
import type { BatchItemRow } from './batch.ts'

/** A document of a batch that another person opens before they approve its release. */
export type ItemToOpen = Pick<
  BatchItemRow,
  | 'id'
  | 'n'
  | 'filename'
  | 'firstPage'
  | 'lastPage'
  | 'hasFile'
  | 'drawn'
  | 'holderId'
  | 'holder'
  | 'holderNumber'
  | 'matchedBy'
  | 'found'
  | 'doubts'
  | 'remarks'
  | 'isOpened'
>

/** A release that is pending approval. */
export interface ReleaseToReview {
  approvalId: string
  /** What the batch is called. */
  title: string
  items: ItemToOpen[]
}

/**
 * @returns a batch's release with what has to be opened before someone approves it, in the order of its pages;
 *   undefined where no release of it is pending
 * @throws PortalError FORBIDDEN unless the actor is an administrator or an approver; NOT_FOUND where it can't be an id
 */
export async function getItemsToOpen(actor: Actor, batchId: string): Promise<ReleaseToReview | undefined> {
  const id = assertId(batchId)
  return asApprover(actor, async tx => {
    const release = await findPendingRelease<{ title: string }>(tx, releaseBatchCommand, id)
    if (!release) return undefined
    const { rows } = await sql<ItemToOpen>`
      select id, n, filename, first_page as "firstPage", last_page as "lastPage", has_file as "hasFile", drawn,
        holder_id as "holderId", holder, holder_number as "holderNumber", matched_by as "matchedBy", found, doubts, remarks,
        is_opened as "isOpened"
      from app.drawn_papers(${id})`.execute(tx)
    return { approvalId: release.approvalId, title: release.content.title, items: rows }
  })
}
