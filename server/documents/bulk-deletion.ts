import { sql } from 'kysely'
import { documentsChosen } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { auditAll } from '../access/audit.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { actAs } from '../database/connection.ts'
import { PortalError } from '../platform/portal-error.ts'
import { lockDocuments, removeRows } from './document-rows.ts'

/** What became of several documents at once. The others were gone already. */
export interface ManyDone {
  done: number
  of: number
}

/**
 * Asks for the deletion of several documents, all in one transaction. Those for which it was asked before count as
 * done; their first requester and time stay.
 * @throws PortalError NOTHING_CHOSEN, TOO_MANY_CHOSEN; DOCUMENTS_GONE where none is there, or none the actor may see
 */
export async function requestDocumentsDelete(actor: Actor, documentIds: string[]): Promise<ManyDone> {
  const ids = assertIds(documentIds)
  return actAs(actor, async tx => {
    const found = await lockDocuments(tx, actor, ids)
    if (found.length === 0) throw new PortalError('DOCUMENTS_GONE')
    const asked = found.filter(({ delete_request_status }) => delete_request_status !== 'pending')
    if (asked.length > 0) {
      await tx
        .updateTable('documents')
        .set({ delete_request_status: 'pending', delete_requested_by: actor.id, delete_requested_at: sql<Date>`now()` })
        .where(
          'id',
          'in',
          asked.map(({ id }) => id),
        )
        .execute()
      await auditAll(
        tx,
        actor,
        'document.delete_requested',
        asked.map(({ id, user_id, filename, file_size, sha256 }) => ({
          subjectId: id,
          details: { user_id, filename, file_size, sha256 },
        })),
      )
    }
    return { done: found.length, of: ids.length }
  })
}

/**
 * Deletes several documents in any state, all in one transaction.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOTHING_CHOSEN, TOO_MANY_CHOSEN, DOCUMENTS_GONE
 */
export async function deleteDocuments(actor: Actor, documentIds: string[]): Promise<ManyDone> {
  requireAdministrator(actor)
  const ids = assertIds(documentIds)
  return asAdministrator(actor, async tx => {
    const found = await lockDocuments(tx, actor, ids)
    if (found.length === 0) throw new PortalError('DOCUMENTS_GONE')
    await removeRows(tx, actor, 'document.deleted', found)
    return { done: found.length, of: ids.length }
  })
}

/**
 * @returns the ids of a selection, each once; what cannot be an id names nothing and is kept out of the database
 * @throws PortalError NOTHING_CHOSEN, TOO_MANY_CHOSEN; DOCUMENTS_GONE where none can be an id
 */
export function assertIds(documentIds: readonly string[]): string[] {
  if (documentIds.length === 0) throw new PortalError('NOTHING_CHOSEN')
  const ids = new Set(documentIds.map(id => id.toLowerCase()))
  if (ids.size > documentsChosen) throw new PortalError('TOO_MANY_CHOSEN')
  const possible = [...ids].filter(id => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id))
  if (possible.length === 0) throw new PortalError('DOCUMENTS_GONE')
  return possible
}
