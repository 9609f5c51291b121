import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { fileNoteDocumentCommand, removeNoteDocumentCommand } from '../note.commands.ts'
import { readNote } from './note-row.ts'

/** Files a document with a note, such as the signed note: members find it on the note's page. Idempotent. */
export const fileNoteDocument = perform(fileNoteDocumentCommand, async ({ tx, refuse, audit }, noteId, values) => {
  const id = assertId(values.document)
  const note = await readNote(tx, noteId)
  const document = await tx
    .selectFrom('documents')
    .select('filename')
    .where('id', '=', id)
    .where('holder_id', '=', note.holderId)
    .forShare()
    .executeTakeFirst()
  if (!document) throw refuse('NOTE_PAPER')
  const filed = await tx
    .insertInto('note_papers')
    .values({ note_id: note.id, document_id: id })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (filed.numInsertedOrUpdatedRows === 0n) return
  const facts = { number: note.number, document_id: id, filename: document.filename }
  await audit('note.paper_filed', note.id, facts)
})

/** Removes a document from a note's documents. It stays in the portal. Idempotent. */
export const removeNoteDocument = perform(removeNoteDocumentCommand, async ({ tx, audit }, noteId, values) => {
  const id = assertId(values.document)
  const note = await readNote(tx, noteId)
  const taken = await tx
    .deleteFrom('note_papers')
    .where('note_id', '=', note.id)
    .where('document_id', '=', id)
    .executeTakeFirst()
  if (taken.numDeletedRows === 0n) return
  await audit('note.paper_taken_out', note.id, { number: note.number, document_id: id })
})
