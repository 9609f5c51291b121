import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { viewsShown } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import type { Database, DocumentViewsTable } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { CheckState } from '../../file-checks/file-checks.ts'
import { requireServed } from './check-states.ts'
import { isOwnDocument, isShownTo, type Share, shareOf } from './readers.ts'
import { recordSharedReads } from './shared-reads.ts'

/** An entry of a document's history (specification section 3); `viewed_at` is UTC. */
export type DocumentView = Pick<Selectable<DocumentViewsTable>, 'id' | 'user_name' | 'user_email' | 'viewed_at'>

/**
 * Records that the actor opened a document: a history entry and a higher count, both or neither (specification sections
 * 4 and 7). A delegate's views are stored separately for the owners.
 * @returns the new count; 0 for a delegate, who doesn't see others' views
 * @throws PortalError NOT_FOUND if the document doesn't exist or isn't visible to the actor; FILE_WAITING,
 * FILE_INFECTED if its file hasn't passed its check
 */
export async function incrementViewCount(actor: Actor, documentId: string): Promise<number> {
  const id = assertId(documentId)
  return actAs(actor, async tx => {
    const document = await requireVisible(tx, actor, id, shareOf)
    requireServed(document)
    if (document.share) {
      if ((await recordSharedReads(tx, actor, [id], 'viewed')).length === 0) throw new PortalError('NOT_FOUND')
      await audit(tx, actor, 'document.viewed', id)
      return 0
    }
    const counted = await sql<{ count: number | null }>`
      select increment_view_count(${id}, ${actor.id}, ${actor.email}, ${actor.fullName}) as count`.execute(tx)
    const count = counted.rows[0]?.count
    if (count == null) throw new PortalError('NOT_FOUND')
    await recordOpened(tx, actor, [id])
    await audit(tx, actor, 'document.viewed', id)
    return count
  })
}

/**
 * Row-level security already hides other people's documents; we check again.
 * @param share `shareOf`, if delegates may see it
 */
async function requireVisible(
  tx: Transaction<Database>,
  actor: Actor,
  id: string,
  share: RawBuilder<Share | null> = sql`null`,
): Promise<{ check_state: CheckState; share: Share | null }> {
  const document = await tx
    .selectFrom('documents')
    .select(['check_state', isOwnDocument.as('is_own'), share.as('share')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!document) throw new PortalError('NOT_FOUND')
  if (!isShownTo(actor, document)) throw new PortalError('FORBIDDEN')
  return document
}

/**
 * Lists who opened a document and when, newest first (specification section 7).
 * @param limit most entries
 * @throws PortalError NOT_FOUND if the document doesn't exist or isn't visible to the actor
 */
export async function getDocumentViewHistory(
  actor: Actor,
  documentId: string,
  limit = viewsShown,
): Promise<DocumentView[]> {
  const id = assertId(documentId)
  return queryAs(actor, async tx => {
    await requireVisible(tx, actor, id)
    return tx
      .selectFrom('document_views')
      .select(['id', 'user_name', 'user_email', 'viewed_at'])
      .where('document_id', '=', id)
      .orderBy('viewed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  })
}

/**
 * Records that the actor's viewer opened documents, as `app.count_served` does for served bytes: marks them as read for
 * their owner or a member of their holder; for anyone but the uploader, ends the uploader's undo. Only the first time
 * counts.
 */
async function recordOpened(tx: Transaction<Database>, actor: Actor, ids: readonly string[]): Promise<void> {
  const isOwner = isOwnDocument
  const isOther = sql<boolean>`uploaded_by is distinct from ${actor.id}`
  await tx
    .updateTable('documents')
    .set({
      read_at: sql<Date | null>`case when ${isOwner} then coalesce(read_at, now()) else read_at end`,
      opened_by_others_at: sql<Date | null>`case when ${isOther} then coalesce(opened_by_others_at, now())
        else opened_by_others_at end`,
    })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where(sql<boolean>`(${isOwner} and read_at is null or ${isOther} and opened_by_others_at is null)`)
    .execute()
}
