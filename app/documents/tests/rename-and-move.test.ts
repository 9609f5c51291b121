import { expect } from 'vitest'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { getDocument, getUserDocuments } from '../server/documents.ts'
import { renamedFilename } from '../server/filenames.ts'
import { moveDocuments, renameDocument } from '../server/rename-and-move.ts'
import { createDocuSignDocument } from '../server/signing-links.ts'

test.each([
  ['Statement.pdf', 'Statement.pdf'],
  ['Statement.PDF', 'Statement.PDF'],
  ['Statement', 'Statement.pdf'],
  ['  Statement  ', 'Statement.pdf'],
  ['Statement.', 'Statement.pdf'],
  ['Statement.docx', 'Statement.pdf'],
  ['Statement.pdf.docx', 'Statement.pdf'],
  ['Q3 2.2026', 'Q3 2.2026.pdf'],
  ['Statement.exe', 'Statement.exe.pdf'],
  ['March/April\\May', 'March-April-May.pdf'],
  ['../../etc/passwd', '..-..-etc-passwd.pdf'],
  ['fdp\u202e.exe', 'fdp.exe.pdf'],
  ['line\nbreak', 'linebreak.pdf'],
  ['Zoe\u0308', 'Zoë.pdf'],
  ['ä'.repeat(300), `${'ä'.repeat(125)}.pdf`],
])('a PDF renamed to %j is named %j', (typed, name) => {
  expect(renamedFilename(typed, 'pdf')).toBe(name)
})

test.each(['', '  ', '.pdf', '.docx', '...', '\u200b'])('a PDF cannot be renamed to %j', typed => {
  expect(() => renamedFilename(typed, 'pdf')).toThrow(expect.objectContaining({ code: 'FILE_NAME' }))
})

test('an administrator renames a document; its file and type stay, and the log has both names', async ({
  portal,
  investor,
  admin,
}) => {
  const { id } = await givenDocument(portal, investor)
  const before = await getDocument(investor, id)
  expect(await renameDocument(admin, id, 'Note of March')).toBe('Note of March.pdf')
  const after = await getDocument(investor, id)
  expect({ ...after, updated_at: before.updated_at }).toEqual({ ...before, filename: 'Note of March.pdf' })
  await renameDocument(admin, id, 'Note of March.pdf')
  const { rows } = await portal.owner.query('select action, details from audit_log where subject_id = $1', [id])
  expect(rows).toEqual([
    {
      action: 'document.renamed',
      details: { user_id: investor.id, before: 'Promissory note.pdf', after: 'Note of March.pdf' },
    },
  ])
  await expect(renameDocument(admin, crypto.randomUUID(), 'x')).rejects.toMatchObject({ code: 'DOCUMENT_GONE' })
  await expect(renameDocument(admin, id, '\n')).rejects.toMatchObject({ code: 'FILE_NAME' })

  const link = await createDocuSignDocument(admin, { userId: investor.id, name: 'Sign', url: 'https://sign.example/1' })
  expect(await renameDocument(admin, link.id, 'Sign by May.pdf')).toBe('Sign by May.pdf')
  await expect(renameDocument(admin, link.id, '')).rejects.toMatchObject({ code: 'FILE_NAME' })
})

test('an administrator moves documents to a fund; the answer says how many were moved', async ({
  portal,
  investor,
  admin,
}) => {
  const ids = [(await givenDocument(portal, investor)).id, (await givenDocument(portal, investor)).id]
  const gone = crypto.randomUUID()
  expect(await moveDocuments(admin, [...ids, gone], ' Fund\u200b \n II ')).toEqual({
    done: 2,
    of: 3,
    fundName: 'Fund II',
  })
  expect((await getUserDocuments(investor, investor.id)).map(({ fund_name }) => fund_name)).toEqual([
    'Fund II',
    'Fund II',
  ])
  expect(await moveDocuments(admin, ids, 'Fund II')).toMatchObject({ done: 2, of: 2 })
  const { rows } = await portal.owner.query(
    "select details from audit_log where action = 'document.moved' and subject_id = any ($1)",
    [ids],
  )
  expect(rows.map(({ details }) => details)).toEqual(
    Array(2).fill({ user_id: investor.id, before: 'General', after: 'Fund II' }),
  )
  await expect(moveDocuments(admin, ids, ' \u200b')).rejects.toMatchObject({ code: 'FUND_REQUIRED' })
  await expect(moveDocuments(admin, ids, 'a'.repeat(201))).rejects.toMatchObject({ code: 'FUND_LONG' })
  await expect(moveDocuments(admin, [gone], 'Fund II')).rejects.toMatchObject({ code: 'DOCUMENTS_GONE' })
})
