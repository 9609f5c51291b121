import { expect } from 'vitest'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { foundDocuments } from '../../../tests/helpers/found-documents.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { requestDocumentDelete } from '../server/deletion.ts'
import { getDocument } from '../server/documents.ts'
import { getFundNames } from '../server/fund-names.ts'
import { moveDocuments, renameDocument } from '../server/rename-and-move.ts'
import { undoUpload } from '../server/undo-upload.ts'
import { incrementViewCount } from '../server/views.ts'
import { withdrawDocumentDelete } from '../server/withdraw-request.ts'

/** People's own actions on documents that they added themselves. */

test('the upload of a file that nobody else has opened is undone within the hour: its row and its file go, the log keeps it', async ({
  portal,
  investor,
}) => {
  const { id } = await givenDocument(portal, investor, { filename: 'Wrong.pdf' })
  // Opening it themselves changes nothing.
  await incrementViewCount(investor, id)
  const { file_path } = (await portal.owner.query('select file_path from documents where id = $1', [id])).rows[0]
  await undoUpload(investor, id)
  await expect(getDocument(investor, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { rows } = await portal.owner.query(
    "select actor_id, details->>'filename' as name from audit_log where subject_id = $1 and action = 'document.upload_undone'",
    [id],
  )
  expect(rows).toEqual([{ actor_id: investor.id, name: 'Wrong.pdf' }])
  await eventually('the file’s removal to be queued', async () => {
    const found = await portal.owner.query(
      "select from jobs.job where name = 'remove-file' and data->>'file_path' = $1",
      [file_path],
    )
    return found.rowCount === 1
  })
  await expect(undoUpload(investor, id)).rejects.toMatchObject({ code: 'DOCUMENT_GONE' })
})

test('no upload is undone that is an hour old, that the fund has opened or downloaded, or that someone else made', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const given = async (uploadedBy = investor) => (await givenDocument(portal, investor, { uploadedBy })).id
  const [old, viewed, downloaded, sent, pending] = [
    await given(),
    await given(),
    await given(),
    await given(admin),
    await given(),
  ]
  await portal.owner.query("update documents set created_at = now() - interval '61 minutes' where id = $1", [old])
  await incrementViewCount(admin, viewed)
  const answer = await portal.fetch(`/files/${downloaded}?download=1`, { cookie: await portal.sessionOf(admin) })
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0)
  await requestDocumentDelete(investor, pending)
  const codeOf = (id: string, person = investor) =>
    undoUpload(person, id).then(
      () => 'done',
      error => error.code,
    )
  expect(await Promise.all([old, viewed, downloaded, sent, pending].map(id => codeOf(id)))).toEqual([
    'UNDO_UPLOAD_LATE',
    'UNDO_UPLOAD_OPENED',
    'UNDO_UPLOAD_OPENED',
    'FORBIDDEN',
    'UNDO_UPLOAD_LATE',
  ])
  expect(await codeOf(old, second)).toBe('DOCUMENT_GONE')
  expect(await codeOf(old, admin)).toBe('FORBIDDEN')
  // The database refuses the same, independently of the operation.
  for (const id of [old, viewed, downloaded, sent, pending]) {
    expect((await queryAs(portal, investor.id, 'delete from documents where id = $1', [id])).rowCount).toBe(0)
  }
  const fresh = await given()
  await expect(queryAs(portal, investor.id, 'delete from documents where id = $1', [fresh])).rejects.toThrow(
    'noted in the audit log',
  )
  const { rows } = await foundDocuments(investor, investor.id, { search: '', sort: 'newest' })
  const documents = rows
  expect(documents.find(({ id }) => id === old)?.just_added).toBe(false)
  expect(documents.find(({ id }) => id === fresh)?.just_added).toBe(true)
})

test('what was opened, and when, is recorded once and by who opened it', async ({ portal, investor, admin }) => {
  const { id } = await givenDocument(portal, investor, { uploadedBy: admin })
  await incrementViewCount(admin, id)
  expect(await getDocument(investor, id)).toMatchObject({ read_at: null, opened_by_others_at: null })
  await incrementViewCount(investor, id)
  const { read_at } = await getDocument(investor, id)
  expect(read_at).toBeInstanceOf(Date)
  await incrementViewCount(investor, id)
  expect((await getDocument(investor, id)).read_at).toEqual(read_at)
  for (const change of ['read_at = null', "read_at = now() - interval '1 day'", 'opened_by_others_at = now()']) {
    await expect(
      queryAs(portal, admin.id, `update documents set ${change} where id = $1`, [id]),
      change,
    ).rejects.toThrow('this change of a document is not for this person, or not now')
  }
})

test('investors rename and file what they added themselves, and nothing else', async ({ portal, investor, admin }) => {
  const { id } = await givenDocument(portal, investor, { filename: 'IMG_4021.pdf' })
  expect(await renameDocument(investor, id, 'Passport')).toBe('Passport.pdf')
  expect(await moveDocuments(investor, [id], 'Bridge II')).toMatchObject({ done: 1, fundName: 'Bridge II' })
  expect(await getFundNames(investor)).toEqual(['Bridge II'])
  const { id: sent } = await givenDocument(portal, investor, { uploadedBy: admin })
  await expect(renameDocument(investor, sent, 'Mine')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(moveDocuments(investor, [id, sent], 'Mine')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(
    queryAs(portal, investor.id, "update documents set filename = 'x.pdf' where id = $1", [sent]),
  ).rejects.toThrow('this change of a document is not for this person, or not now')
})

test('the person who requested a deletion withdraws it, and the fund hears that it was withdrawn', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const { id } = await givenDocument(portal, investor)
  await requestDocumentDelete(investor, id)
  await expect(withdrawDocumentDelete(admin, id)).rejects.toMatchObject({ code: 'REQUEST_NOT_YOURS' })
  await expect(withdrawDocumentDelete(second, id)).rejects.toMatchObject({ code: 'DOCUMENT_GONE' })
  await withdrawDocumentDelete(investor, id)
  await withdrawDocumentDelete(investor, id)
  expect(await getDocument(investor, id)).toMatchObject({ delete_request_status: null, delete_requested_by: null })
  const { rows } = await portal.owner.query('select action from audit_log where subject_id = $1 order by id', [id])
  expect(rows.map(({ action }) => action)).toEqual(['document.delete_requested', 'document.delete_withdrawn'])

  await requestDocumentDelete(admin, id)
  await expect(withdrawDocumentDelete(investor, id)).rejects.toMatchObject({ code: 'REQUEST_NOT_YOURS' })
  await expect(
    queryAs(
      portal,
      investor.id,
      'update documents set delete_request_status = null, delete_requested_by = null, delete_requested_at = null where id = $1',
      [id],
    ),
  ).rejects.toThrow('does not take this step')
})
