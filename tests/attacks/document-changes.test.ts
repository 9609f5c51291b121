import type pg from 'pg'
import { expect } from 'vitest'
import { deleteDocuments, requestDocumentsDelete } from '../../app/documents/server/bulk-deletion.ts'
import {
  approveDocumentDelete,
  deleteDocument,
  getDeleteRequests,
  rejectDocumentDelete,
  requestDocumentDelete,
} from '../../app/documents/server/deletion.ts'
import { getDocument } from '../../app/documents/server/documents.ts'
import { moveDocuments, renameDocument } from '../../app/documents/server/rename-and-move.ts'
import { createDocuSignDocument } from '../../app/documents/server/signing-links.ts'
import { signingLinkRow } from '../../server/sample/documents.ts'
import { insertOf } from '../../server/sample/rows.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { transactionAs } from '../helpers/query-as.ts'
import { type SharedPortal, test } from '../helpers/shared-portal.ts'

// The forms and routes that use these operations: tests/sites/document-actions.test.ts, zip-download.test.ts.

/**
 * Runs statements in the database in one transaction, with the role and identity that the site would use for a person.
 * @returns the result of the last statement
 */
function queryAs(portal: SharedPortal, id: string, statements: string[], documentId: string): Promise<pg.QueryResult> {
  return transactionAs(portal, 'app_user', id, async client => {
    let last: pg.QueryResult | undefined
    for (const statement of statements)
      last = await client.query(statement.replaceAll('DOC', `'${documentId}'`).replaceAll('ME', `'${id}'`))
    await client.query('commit')
    return last as pg.QueryResult
  })
}

const denied = { code: '42501' }

test('no operation lets an investor request, approve or reject deletion, delete, rename or move another’s document', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const { id } = await givenDocument(portal, investor, { uploadedBy: admin })
  await requestDocumentDelete(investor, id)
  const before = await getDocument(investor, id)
  await expect(requestDocumentDelete(second, id)).rejects.toMatchObject({ code: 'DOCUMENT_GONE' })
  await expect(requestDocumentsDelete(second, { ids: [id] })).rejects.toMatchObject({ code: 'DOCUMENTS_GONE' })
  await expect(renameDocument(second, id, 'Mine.pdf')).rejects.toMatchObject({ code: 'DOCUMENT_GONE' })
  await expect(moveDocuments(second, [id], 'Mine')).rejects.toMatchObject({ code: 'DOCUMENTS_GONE' })
  // Investors name and file what they added themselves; the fund added this one.
  await expect(renameDocument(investor, id, 'Mine.pdf')).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
  await expect(moveDocuments(investor, [id], 'Mine')).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
  for (const person of [second, investor]) {
    for (const act of [
      () => approveDocumentDelete(person, id),
      () => rejectDocumentDelete(person, id),
      () => deleteDocument(person, id),
      () => deleteDocuments(person, { ids: [id] }),
      () => getDeleteRequests(person),
      () => createDocuSignDocument(person, { userId: investor.id, name: 'Sign', url: 'https://sign.example/1' }),
    ]) {
      await expect(act(), act.toString()).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
    }
  }
  expect(await getDocument(investor, id)).toEqual(before)

  // The operation still sees a person who has just lost the role as an administrator; the database does not.
  await portal.owner.query('update user_profiles set is_admin = false where id = $1', [admin.id])
  const own = await givenDocument(portal, admin, { uploadedBy: second })
  await requestDocumentDelete(admin, own.id)
  for (const document of [id, own.id]) {
    for (const act of [() => approveDocumentDelete(admin, document), () => rejectDocumentDelete(admin, document)]) {
      await expect(act(), act.toString()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    for (const act of [
      () => deleteDocument(admin, document),
      () => deleteDocuments(admin, { ids: [document] }),
      () => renameDocument(admin, document, 'Mine.pdf'),
      () => moveDocuments(admin, [document], 'Mine'),
    ]) {
      const code = expect.stringMatching(document === id ? /^(FORBIDDEN|DOCUMENTS?_GONE)$/ : /^FORBIDDEN$/)
      await expect(act(), act.toString()).rejects.toMatchObject({ code })
    }
  }
  await expect(getDeleteRequests(admin)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const { rows } = await portal.owner.query(
    'select id, delete_request_status from documents where id = any($1) order by created_at',
    [[id, own.id]],
  )
  expect(rows).toEqual([
    { id, delete_request_status: 'pending' },
    { id: own.id, delete_request_status: 'pending' },
  ])
  expect(await getDocument(investor, id)).toEqual(before)
})

const pending =
  "update documents set delete_request_status = 'pending', delete_requested_by = ME, delete_requested_at = now() where id = DOC"
const approve = "update documents set delete_request_status = 'approved' where id = DOC"
const reject =
  "update documents set delete_request_status = 'rejected', delete_requested_by = null, delete_requested_at = null where id = DOC"
const withdraw =
  'update documents set delete_request_status = null, delete_requested_by = null, delete_requested_at = null where id = DOC'
const remove = 'delete from documents where id = DOC'
const note = (action: string) => `insert into audit_log (actor_id, action, subject_id) values (ME, '${action}', DOC)`

test.for<
  [what: string, who: 'investor' | 'second' | 'admin', statements: string[], outcome: 'denied' | 'nothing' | 'done']
>([
  ['the owner requests deletion', 'investor', [pending], 'done'],
  ['another investor requests deletion', 'second', [pending], 'nothing'],
  [
    'the owner requests deletion in another person’s name',
    'investor',
    [pending.replace('ME', '(select id from user_profiles where id <> ME limit 1)')],
    'denied',
  ],
  [
    'the owner backdates a request by a year',
    'investor',
    [pending.replace('now()', "now() - interval '1 year'")],
    'denied',
  ],
  [
    'an administrator requests deletion in another person’s name',
    'admin',
    [pending.replace('ME', '(select user_id from documents where id = DOC)')],
    'denied',
  ],
  [
    'the owner requests again with a newer date',
    'investor',
    [pending, pending.replace('now()', "now() + interval '1 second'")],
    'denied',
  ],
  ['the owner withdraws a request', 'investor', [pending, withdraw], 'done'],
  ['an administrator approves a request that was withdrawn', 'admin', [pending, withdraw, approve], 'denied'],
  ['the owner approves', 'investor', [pending, approve], 'denied'],
  ['the owner rejects', 'investor', [pending, reject], 'denied'],
  ['an administrator approves without a request', 'admin', [approve], 'denied'],
  ['an administrator rejects without a request', 'admin', [reject], 'denied'],
  ['an administrator approves a rejected request', 'admin', [pending, reject, approve], 'denied'],
  ['an administrator approves without deleting the document', 'admin', [pending, approve], 'denied'],
  [
    'an administrator approves and changes the date of the request',
    'admin',
    [
      pending,
      "update documents set delete_request_status = 'approved', delete_requested_at = now() - interval '1 day' where id = DOC",
    ],
    'denied',
  ],
  ['an administrator rejects an approved request', 'admin', [pending, approve, reject], 'denied'],
  ['an administrator approves and deletes without an audit entry', 'admin', [pending, approve, remove], 'denied'],
  [
    'an administrator approves, writes an audit entry and deletes',
    'admin',
    [pending, approve, note('document.delete_approved'), remove],
    'done',
  ],
  ['an administrator rejects', 'admin', [pending, reject], 'done'],
  ['an administrator deletes without an audit entry', 'admin', [remove], 'denied'],
  [
    'an administrator deletes with an audit entry for another action',
    'admin',
    [note('document.renamed'), remove],
    'denied',
  ],
  ['an administrator deletes and writes an audit entry', 'admin', [note('document.deleted'), remove], 'done'],
  ['the owner deletes, with an audit entry', 'investor', [note('document.deleted'), remove], 'nothing'],
  ['another investor deletes', 'second', [remove], 'nothing'],
  ['an administrator renames', 'admin', ["update documents set filename = 'New.PDF' where id = DOC"], 'done'],
  [
    'an administrator turns a PDF into a program',
    'admin',
    ["update documents set filename = 'New.exe' where id = DOC"],
    'denied',
  ],
  [
    'an administrator removes the extension',
    'admin',
    ["update documents set filename = '.pdf' where id = DOC"],
    'denied',
  ],
  ['an administrator changes the type', 'admin', ["update documents set file_type = 'txt' where id = DOC"], 'denied'],
  [
    'an administrator moves it to a fund whose name has a line break',
    'admin',
    ["update documents set fund_name = E'A\\nB' where id = DOC"],
    'denied',
  ],
  [
    'an administrator moves it to another person',
    'admin',
    ['update documents set user_id = ME where id = DOC'],
    'denied',
  ],
  ['the owner renames it', 'investor', ["update documents set filename = 'Mine.pdf' where id = DOC"], 'denied'],
  ['the owner moves it', 'investor', ["update documents set fund_name = 'Mine' where id = DOC"], 'denied'],
])(
  'statements sent straight to the database: %s',
  async ([, who, statements, outcome], { portal, investor, second, admin }) => {
    // What investors may do with what they added themselves: app/documents/tests/own-files.test.ts.
    const { id } = await givenDocument(portal, investor, { uploadedBy: admin })
    const query = queryAs(portal, { investor, second, admin }[who].id, statements, id)
    if (outcome === 'denied') await expect(query).rejects.toMatchObject(denied)
    else expect((await query).rowCount).toBe(outcome === 'done' ? 1 : 0)
  },
)

test('the database rejects a signing link whose address hides where it leads', async ({ portal, investor, admin }) => {
  const insert = (url: string) =>
    queryAs(
      portal,
      admin.id,
      [insertOf('documents', signingLinkRow({ user_id: investor.id, uploaded_by: admin.id, external_url: url }))],
      '',
    )
  await insert('https://sign.example/1')
  for (const url of [
    'https://a:b@sign.example/',
    'https://@sign.example/',
    'https://x y/',
    'https://x/\n',
    'https:///x',
  ]) {
    await expect(insert(url), url).rejects.toMatchObject(denied)
  }
  for (const url of ['http://sign.example/', 'javascript:alert(1)', `https://x/${'a'.repeat(2040)}`]) {
    await expect(insert(url), url).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|23514)$/) })
  }
})
