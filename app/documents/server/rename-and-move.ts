import { nameLength } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit, auditAll } from '../../../server/access/audit.ts'
import { assertId, assertIds } from '../../../server/access/ids.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type Reach, requireProofToReach } from '../../identity/server/reach-proof.ts'
import { signingLinkType } from '../documents.ts'
import type { BulkResult } from './bulk-deletion.ts'
import { type FullDocument, lockDocument, lockDocuments } from './document-rows.ts'
import { cleanFundName, cleanTitle, renamedFilename } from './filenames.ts'
import { isAmong } from './readers.ts'

/**
 * Administrators may rename and move every document, investors their own uploads.
 * @throws PortalError FORBIDDEN for any other document
 */
function requireFiledBy(actor: Actor, { user_id, uploaded_by }: FullDocument): void {
  if (!actor.isAdmin && (user_id !== actor.id || uploaded_by !== actor.id)) throw new PortalError('FORBIDDEN')
}

/** Texts that others see of renamed or moved documents; hidden documents reach no one yet. */
function reachOf(documents: readonly FullDocument[], name: string): Reach {
  const seen = documents.filter(({ unreleased }) => !unreleased)
  return {
    owners: seen.map(({ owner_id }) => owner_id),
    isLink: seen.some(({ is_external_link }) => is_external_link),
    category: seen.some(({ category }) => category === 'Notices') ? 'Notices' : undefined,
    texts: [name],
  }
}

/**
 * Renames a document. A file retains its extension.
 * @param filename as typed
 * @returns the new name
 * @throws PortalError FORBIDDEN unless the actor is an administrator, or uploaded it to their own documents; FILE_NAME,
 * DOCUMENT_GONE; PROOF_NEEDED for another owner's
 */
export async function renameDocument(actor: Actor, documentId: string, filename: string): Promise<string> {
  const id = assertId(documentId)
  return actAs(actor, async tx => {
    const document = await lockDocument(tx, actor, id)
    requireFiledBy(actor, document)
    const { user_id, filename: before, file_type } = document
    const after = file_type === signingLinkType ? cleanTitle(filename) : renamedFilename(filename, file_type)
    if (!after) throw new PortalError('FILE_NAME')
    if (after === before) return before
    await requireProofToReach(actor, reachOf([document], after))
    await tx.updateTable('documents').set({ filename: after }).where('id', '=', id).execute()
    await audit(tx, actor, 'document.renamed', id, { user_id, before, after })
    return after
  })
}

/**
 * Moves several documents to a fund in one transaction; those already there count as moved.
 * @param fundName as typed; a new name creates a new group in the list
 * @returns number of documents moved, and the fund's name as stored
 * @throws PortalError FORBIDDEN unless the actor is an administrator, or uploaded all of them to their own;
 * FUND_REQUIRED, FUND_LONG, NOTHING_CHOSEN, TOO_MANY_CHOSEN, DOCUMENTS_GONE; PROOF_NEEDED for another owner's
 */
export async function moveDocuments(
  actor: Actor,
  documentIds: readonly string[],
  fundName: string,
): Promise<BulkResult & { fundName: string }> {
  const ids = assertIds(documentIds)
  const fund_name = cleanFundName(fundName)
  if (!fund_name) throw new PortalError('FUND_REQUIRED')
  if ([...fund_name].length > nameLength) throw new PortalError('FUND_LONG')
  return actAs(actor, async tx => {
    const found = await lockDocuments(tx, actor, ids)
    if (found.length === 0) throw new PortalError('DOCUMENTS_GONE')
    for (const document of found) requireFiledBy(actor, document)
    const moved = found.filter(document => document.fund_name !== fund_name)
    if (moved.length > 0) {
      await requireProofToReach(actor, reachOf(moved, fund_name))
      await tx
        .updateTable('documents')
        .set({ fund_name })
        .where(isAmong(moved.map(({ id }) => id)))
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
