import { viewsShown } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { isOwnDocument, isShownTo } from './readers.ts'

/** An access to a document; `viewed_at` is UTC. */
export interface DocumentAccess {
  id: string
  kind: 'viewed' | 'opened' | 'downloaded' | 'archived'
  /** The person, while they have an account; for administrators only. */
  user_id?: string | null
  user_name: string | null
  user_email: string
  viewed_at: Date
}

const kinds = { 'file.opened': 'opened', 'file.downloaded': 'downloaded', 'archive.downloaded': 'archived' } as const
/** Opening a document counts a view and reads its file; within this time, both are one opening. */
const sameOpeningMs = 10 * 60_000

/**
 * Lists who viewed or downloaded a document and when, newest first. A file read outside the viewer is listed as opened.
 * @throws PortalError NOT_FOUND if the document doesn't exist or isn't visible to the actor
 */
export async function getDocumentHistory(actor: Actor, documentId: string): Promise<DocumentAccess[]> {
  const id = assertId(documentId)
  const { views, reads } = await queryAs(actor, async tx => {
    const document = await tx
      .selectFrom('documents')
      .select(isOwnDocument.as('is_own'))
      .where('id', '=', id)
      .executeTakeFirst()
    if (!document) throw new PortalError('NOT_FOUND')
    if (!isShownTo(actor, document)) throw new PortalError('FORBIDDEN')
    const views = await tx
      .selectFrom('document_views')
      .select(['id', 'user_id', 'user_name', 'user_email', 'viewed_at'])
      .where('document_id', '=', id)
      .orderBy('viewed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(viewsShown)
      .execute()
    const reads = await tx
      .selectFrom('app.readable_audit')
      .select(['id', 'at', 'action', 'actor_id', 'actor_name', 'actor_email'])
      .where('subject_id', '=', id)
      .where('action', 'in', Object.keys(kinds))
      .where('actor_id', 'is not', null)
      .orderBy('id', 'desc')
      .limit(viewsShown)
      .execute()
    return { views, reads }
  })
  const wasViewed = (person: string | null, at: Date) =>
    views.some(view => view.user_id === person && Math.abs(view.viewed_at.getTime() - at.getTime()) < sameOpeningMs)
  const listed: DocumentAccess[] = reads
    .filter(({ action, actor_id, at }) => action !== 'file.opened' || !wasViewed(actor_id, at))
    .map(({ id, at, action, actor_id, actor_name, actor_email }) => ({
      id: String(id),
      kind: kinds[action as keyof typeof kinds],
      ...(actor.isAdmin && { user_id: actor_id }),
      user_name: actor_name,
      user_email: actor_email ?? '',
      viewed_at: at,
    }))
  const viewed = views.map(({ user_id, ...view }) => ({
    ...view,
    kind: 'viewed' as const,
    ...(actor.isAdmin && { user_id }),
  }))
  return [...viewed, ...listed].sort((a, b) => b.viewed_at.getTime() - a.viewed_at.getTime()).slice(0, viewsShown)
}
