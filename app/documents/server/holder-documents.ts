import type { Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { auditAll } from '../../../server/access/audit.ts'
import { assertId, assertIds } from '../../../server/access/ids.ts'
import { asAdministrator, queryAsAdministrator } from '../../../server/access/roles.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type DocumentCategory, documentCategories } from '../documents.ts'
import { lockDocuments } from './document-rows.ts'
import { documentColumns, type PortalDocument } from './documents.ts'
import { isAmong } from './readers.ts'

/** A document of a holder, for administrators. */
export type HolderDocument = PortalDocument & { unreleased: boolean }

/** Newest documents listed. */
const documentsShown = 500

/** @returns a holder's documents, newest first, including unreleased ones */
export async function getHolderDocuments(actor: Actor, holderId: string): Promise<HolderDocument[]> {
  const id = assertId(holderId)
  return queryAsAdministrator(actor, tx =>
    tx
      .selectFrom('documents')
      .select(documentColumns)
      .select('unreleased')
      .where('owner_id', '=', id)
      .where('companion_of', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(documentsShown)
      .execute(),
  )
}

/** Category and holder of documents; missing ones are unchanged. */
export interface Filing {
  category?: string
  /** Empty for the owner's own. */
  holderId?: string
}

/**
 * Sets documents' category, and files them under a holder or their owner. Only a holder's members see what is filed
 * under it.
 * @returns number of documents found
 * @throws PortalError FORBIDDEN unless the actor is an administrator; HOLDER_GONE; UNEXPECTED for an unknown category;
 * NOTHING_CHOSEN, TOO_MANY_CHOSEN, DOCUMENTS_GONE; STATEMENT_STAYS for a statement or letter, PAPER_STAYS for a
 * document filed with a note, TAX_FORM_STAYS for a sent tax form; PROOF_NEEDED; UPLOAD_SECOND_PERSON if it becomes a
 * notice, or exceeds the recipients one person may reach alone
 */
export async function fileDocuments(
  actor: Actor,
  documentIds: readonly string[],
  { category, holderId }: Filing,
): Promise<number> {
  const ids = assertIds(documentIds)
  const filed = documentCategories.find(known => known === category)
  if (category !== undefined && !filed) throw new PortalError('UNEXPECTED')
  const changes: { category?: DocumentCategory; holder_id?: string | null } = {
    ...(filed && { category: filed }),
    ...(holderId !== undefined && { holder_id: holderId ? assertId(holderId) : null }),
  }
  const stay = { paper_stays: 'PAPER_STAYS', tax_form_stays: 'TAX_FORM_STAYS' } as const
  const moves = { documents_holder_id_fkey: 'HOLDER_GONE', second_person: 'UPLOAD_SECOND_PERSON' } as const
  const codes = { ...moves, ...stay } as const
  return asAdministrator(
    actor,
    async tx => {
      const found = await lockDocuments(tx, actor, ids)
      if (found.length === 0) throw new PortalError('DOCUMENTS_GONE')
      const moved = found.filter(document => {
        const { category, holder_id } = { ...document, ...changes }
        return category !== document.category || holder_id !== document.holder_id
      })
      if (moved.length > 0) {
        await assertNoStatement(
          tx,
          moved.map(({ id }) => id),
        )
        await tx
          .updateTable('documents')
          .set(changes)
          .where(isAmong(moved.map(({ id }) => id)))
          .execute()
      }
      const entries = moved.map(document => ({
        subjectId: document.id,
        details: {
          user_id: document.user_id,
          filename: document.filename,
          ...changes,
          before: { category: document.category, holder_id: document.holder_id },
        },
      }))
      await auditAll(tx, actor, 'holder.document_filed', entries)
      return found.length
    },
    codes,
  )
}

/** @throws PortalError STATEMENT_STAYS: only the holder's members may read a statement */
async function assertNoStatement(tx: Transaction<Database>, ids: string[]): Promise<void> {
  const statement = await tx
    .selectFrom('statements')
    .select('id')
    .where(eb => eb.or([eb('document_id', 'in', ids), eb('csv_document_id', 'in', ids)]))
    .limit(1)
    .executeTakeFirst()
  if (statement) throw new PortalError('STATEMENT_STAYS')
}
