import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { deleteDocument } from '../../documents/server/deletion.ts'
import { fileDocuments } from '../../documents/server/holder-documents.ts'
import { getOwnNote } from '../../holdings/server/note-page.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { fileNoteDocument, removeNoteDocument } from '../server/filed-documents.ts'

/** An investor's note, and a document of its holder. */
async function givenNoteWithDocument(portal: SharedPortal, investor: Actor) {
  const { owner } = portal
  const query = (text: string, values?: unknown[]) => (values ? owner.query(text, values) : owner.query(text))
  const holder = await insertHolder(query, [investor])
  const note = await insertNote(query, holder, { issueDate: '2025-12-15', until: '2026-07-20', paid: [1] })
  const { id: document } = await givenDocument(portal, investor, { filename: 'Signed note.pdf' })
  await owner.query('update documents set holder_id = $2 where id = $1', [document, holder])
  return { id: note.id, document }
}

const namesOf = (documents: readonly { filename: string }[]) => documents.map(({ filename }) => filename)

test('the signed note is filed with a note: those who act for its holder find it there until it is taken out', async ({
  portal,
  admin,
  investor,
}) => {
  const { id, document } = await givenNoteWithDocument(portal, investor)
  expect((await getOwnNote(investor, id)).documents).toEqual([])
  expect(await getNoteStory(admin, id)).toMatchObject({ documents: [{ id: document, filedAt: null }] })
  await fileNoteDocument(admin, id, { document })
  await fileNoteDocument(admin, id, { document })
  expect(namesOf((await getOwnNote(investor, id)).documents)).toEqual(['Signed note.pdf'])
  expect((await getNoteStory(admin, id)).documents).toMatchObject([{ id: document, filedAt: expect.any(Date) }])
  await removeNoteDocument(admin, id, { document })
  await removeNoteDocument(admin, id, { document })
  expect((await getOwnNote(investor, id)).documents).toEqual([])
  const { rows } = await portal.owner.query('select action from audit_log where subject_id = $1 order by id', [id])
  expect(rows.map(({ action }) => action)).toEqual(['note.viewed', 'note.paper_filed', 'note.paper_taken_out'])
})

test('a note is filed with no other holder’s documents, by nobody but the office', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const { id, document } = await givenNoteWithDocument(portal, investor)
  const other = await givenNoteWithDocument(portal, second)
  const { id: own } = await givenDocument(portal, investor, { filename: 'Own.pdf' })
  for (const wrong of [other.document, own])
    await expect(fileNoteDocument(admin, id, { document: wrong })).rejects.toMatchObject({ code: 'NOTE_PAPER' })
  await expect(fileNoteDocument(investor, id, { document })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  // So does the database, even with an administrator's rights.
  await expect(
    portal.owner.query('insert into note_papers (note_id, document_id, filed_by) values ($1, $2, $3)', [
      ...[id, other.document, admin.id],
    ]),
  ).rejects.toMatchObject({ code: '42501' })
})

test('what a note is filed with is neither deleted nor given to somebody else until it is taken out', async ({
  portal,
  admin,
  investor,
}) => {
  const { id, document } = await givenNoteWithDocument(portal, investor)
  await fileNoteDocument(admin, id, { document })
  await expect(deleteDocument(admin, document)).rejects.toMatchObject({ code: 'DOCUMENT_RETAINED' })
  await expect(fileDocuments(admin, [document], { holderId: '' })).rejects.toMatchObject({ code: 'PAPER_STAYS' })
  await fileDocuments(admin, [document], { category: 'Agreements' })
  await removeNoteDocument(admin, id, { document })
  await fileDocuments(admin, [document], { holderId: '' })
  await deleteDocument(admin, document)
})
