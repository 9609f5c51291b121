import { signingLinkType } from '../../rules/documents.ts'
import { nameLength } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { audit, auditAll } from '../access/audit.ts'
import { assertId, assertIds } from '../access/ids.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { BulkResult } from './bulk-deletion.ts'
import { lockDocument, lockDocuments } from './document-rows.ts'
import { cleanFundName, cleanTitle, renamedFilename } from './filenames.ts'

/**
 * Renames a document. A file keeps its extension, whatever was typed.
 * @param filename as typed
 * @returns the new name
 * @throws PortalError FORBIDDEN unless the actor is an administrator; FILE_NAME, DOCUMENT_GONE
 */
export async function renameDocument(actor: Actor, documentId: string, filename: string): Promise<string> {
  requireAdministrator(actor)
  const id = assertId(documentId)
  return asAdministrator(actor, async tx => {
    const { user_id, filename: before, file_type } = await lockDocument(tx, actor, id)
    const after = file_type === signingLinkType ? cleanTitle(filename) : renamedFilename(filename, file_type)
    if (!after) throw new PortalError('FILE_NAME')
    if (after === before) return before
    await tx.updateTable('documents').set({ filename: after }).where('id', '=', id).execute()
    await audit(tx, actor, 'document.renamed', id, { user_id, before, after })
    return after
  })
}

/**
 * Moves several documents to a fund, all in one transaction; those already there count as moved.
 * @param fundName as typed; a new name creates a new group in the list
 * @returns how many were moved, and the fund's name as stored
 * @throws PortalError FORBIDDEN unless the actor is an administrator; FUND_REQUIRED, FUND_LONG, NOTHING_CHOSEN,
 *   TOO_MANY_CHOSEN, DOCUMENTS_GONE
 */
export async function moveDocuments(
  actor: Actor,
  documentIds: string[],
  fundName: string,
): Promise<BulkResult & { fundName: string }> {
  requireAdministrator(actor)
  const ids = assertIds(documentIds)
  const fund_name = cleanFundName(fundName)
  if (!fund_name) throw new PortalError('FUND_REQUIRED')
  if ([...fund_name].length > nameLength) throw new PortalError('FUND_LONG')
  return asAdministrator(actor, async tx => {
    const found = await lockDocuments(tx, actor, ids)
    if (found.length === 0) throw new PortalError('DOCUMENTS_GONE')
    const moved = found.filter(document => document.fund_name !== fund_name)
    if (moved.length > 0) {
      await tx
        .updateTable('documents')
        .set({ fund_name })
        .where(
          'id',
          'in',
          moved.map(({ id }) => id),
        )
        .execute()
      const entries = moved.map(({ id, user_id, fund_name: before }) => ({
        subjectId: id,
        details: { user_id, before, after: fund_name },
      }))
      await auditAll(tx, actor, 'document.moved', entries)
    }
    return { done: found.length, of: ids.length, fundName: fund_name }
  })
}
