import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import { PortalError } from '../platform/portal-error.ts'
import { readNote } from './note-row.ts'

/**
 * Files a document with a note, such as the signed note itself: those who act for its holder find it on the note's page.
 * Doing it again changes nothing.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND for a note that isn't there; NOTE_PAPER
 *   unless the document is the note's holder's
 */
export async function filePaper(actor: Actor, noteId: string, documentId: string): Promise<void> {
  const id = assertId(documentId)
  await asAdministrator(actor, async tx => {
    const note = await readNote(tx, noteId)
    const document = await tx
      .selectFrom('documents')
      .select('filename')
      .where('id', '=', id)
      .where('holder_id', '=', note.holder_id)
      .forShare()
      .executeTakeFirst()
    if (!document) throw new PortalError('NOTE_PAPER')
    const filed = await tx
      .insertInto('note_papers')
      .values({ note_id: note.id, document_id: id })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    if (filed.numInsertedOrUpdatedRows === 0n) return
    const facts = { number: note.number, document_id: id, filename: document.filename }
    await audit(tx, actor, 'note.paper_filed', note.id, facts)
  })
}

/**
 * Takes a document out of a note's papers; the document stays. Doing it again changes nothing.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND for a note that isn't there
 */
export async function takeOutPaper(actor: Actor, noteId: string, documentId: string): Promise<void> {
  const id = assertId(documentId)
  await asAdministrator(actor, async tx => {
    const note = await readNote(tx, noteId)
    const taken = await tx
      .deleteFrom('note_papers')
      .where('note_id', '=', note.id)
      .where('document_id', '=', id)
      .executeTakeFirst()
    if (taken.numDeletedRows === 0n) return
    await audit(tx, actor, 'note.paper_taken_out', note.id, { number: note.number, document_id: id })
  })
}
