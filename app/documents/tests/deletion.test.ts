import { existsSync } from 'node:fs'
import { chmod, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { manyNotice, notices } from '../../../rules/notices.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { runPendingJobs, type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { sha256 } from '../../../tests/helpers/uploads.ts'
import { deleteDocuments, requestDocumentsDelete } from '../server/bulk-deletion.ts'
import {
  approveDocumentDelete,
  deleteDocument,
  getDeleteRequests,
  rejectDocumentDelete,
  requestDocumentDelete,
} from '../server/deletion.ts'
import { getDocument, getUserDocuments } from '../server/documents.ts'
import { incrementViewCount } from '../server/views.ts'

async function storedPath(portal: SharedPortal, id: string): Promise<string> {
  const { rows } = await portal.owner.query('select file_path from documents where id = $1', [id])
  return join(portal.dataDir, 'files', rows[0].file_path)
}

async function auditEntries(portal: SharedPortal, id: string) {
  const { rows } = await portal.owner.query(
    "select * from audit_log where subject_id = $1 and action like 'document.delete%' order by id",
    [id],
  )
  return rows
}

/** Whether the file of any of a person’s documents is queued for removal. */
async function isRemoving(portal: SharedPortal, { id }: Actor): Promise<boolean> {
  const { rowCount } = await portal.owner.query(
    "select from jobs.job where name = 'remove-file' and data->>'file_path' like $1 and state <> 'completed'",
    [`${id}/%`],
  )
  return rowCount !== 0
}

const gone = { code: 'DOCUMENT_GONE', status: 404 }

test('an investor requests deletion, an administrator approves it, and the audit log keeps a record of the document', async ({
  portal,
  investor,
  admin,
}) => {
  await portal.owner.query('delete from documents')
  const { id, content } = await givenDocument(portal, investor)
  const stored = await storedPath(portal, id)

  await requestDocumentDelete(investor, id)
  const { csv_id: _, ...requested } = await getDocument(investor, id)
  expect(requested).toMatchObject({ delete_request_status: 'pending', delete_requested_by: investor.id })
  expect(await getDeleteRequests(admin)).toEqual({
    total: 1,
    requests: [
      {
        ...requested,
        ownerEmail: investor.email,
        ownerName: 'Iris Vestor',
        requesterEmail: investor.email,
        requesterName: 'Iris Vestor',
      },
    ],
  })

  await approveDocumentDelete(admin, id)
  expect(await getUserDocuments(investor, investor.id)).toEqual([])
  expect(await getDeleteRequests(admin)).toEqual({ requests: [], total: 0 })
  await eventually('the file to go', () => !existsSync(stored))
  const [request, approval] = await auditEntries(portal, id)
  expect(request).toMatchObject({ actor_id: investor.id, action: 'document.delete_requested' })
  expect(approval).toMatchObject({
    actor_id: admin.id,
    actor_email: admin.email,
    action: 'document.delete_approved',
    at: expect.any(Date),
    details: {
      filename: 'Promissory note.pdf',
      file_size: content.length,
      sha256: sha256(content),
      user_id: investor.id,
      owner_email: investor.email,
      delete_requested_by: investor.id,
      delete_requested_by_email: investor.email,
    },
  })
  expect(new Date(approval.details.delete_requested_at)).toEqual(requested.delete_requested_at)
})

test('a rejected request leaves the document unchanged, and deletion can be requested again', async ({
  portal,
  investor,
  admin,
}) => {
  const { id } = await givenDocument(portal, investor)
  await requestDocumentDelete(investor, id)
  await rejectDocumentDelete(admin, id)
  expect(await getDocument(investor, id)).toMatchObject({
    delete_request_status: 'rejected',
    delete_requested_by: null,
    delete_requested_at: null,
  })
  expect(existsSync(await storedPath(portal, id))).toBe(true)
  await expect(approveDocumentDelete(admin, id)).rejects.toMatchObject({ code: 'REQUEST_REJECTED', status: 409 })
  await requestDocumentDelete(investor, id)
  await approveDocumentDelete(admin, id)
  expect((await auditEntries(portal, id)).map(({ action }) => action)).toEqual([
    'document.delete_requested',
    'document.delete_rejected',
    'document.delete_requested',
    'document.delete_approved',
  ])
})

test('a repeated request keeps the first requester and time', async ({ portal, investor, admin }) => {
  const { id } = await givenDocument(portal, investor)
  await requestDocumentDelete(investor, id)
  const first = await getDocument(investor, id)
  await requestDocumentDelete(investor, id)
  await requestDocumentDelete(admin, id)
  expect(await requestDocumentsDelete(admin, { ids: [id] })).toEqual({ notice: notices.deleteRequested })
  expect(await getDocument(investor, id)).toEqual(first)
  expect(await auditEntries(portal, id)).toHaveLength(1)
})

test('the second administrator to decide is told what the first decided', async ({
  portal,
  investor,
  admin,
  domain,
}) => {
  const other = await portal.newPerson(`other-admin@${domain}`, { isAdmin: true })
  const { id } = await givenDocument(portal, investor)
  await expect(approveDocumentDelete(admin, id)).rejects.toMatchObject({ code: 'REQUEST_WITHDRAWN', status: 409 })
  await requestDocumentDelete(investor, id)
  await rejectDocumentDelete(admin, id)
  await expect(approveDocumentDelete(other, id)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
  await expect(rejectDocumentDelete(other, id)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
  await requestDocumentDelete(investor, id)
  await approveDocumentDelete(admin, id)
  for (const act of [approveDocumentDelete, rejectDocumentDelete]) {
    await expect(act(other, id)).rejects.toMatchObject({ code: 'REQUEST_APPROVED', status: 409 })
  }
  await expect(deleteDocument(other, id)).rejects.toMatchObject(gone)
  await expect(requestDocumentDelete(investor, id)).rejects.toMatchObject(gone)
  await expect(incrementViewCount(investor, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an administrator deletes a document in any state', async ({ portal, investor, admin }) => {
  const states = [
    async () => {},
    (id: string) => requestDocumentDelete(investor, id),
    async (id: string) => {
      await requestDocumentDelete(investor, id)
      await rejectDocumentDelete(admin, id)
    },
  ]
  for (const prepare of states) {
    const { id } = await givenDocument(portal, investor)
    const stored = await storedPath(portal, id)
    await incrementViewCount(investor, id)
    await prepare(id)
    await deleteDocument(admin, id)
    await expect(deleteDocument(admin, id)).rejects.toMatchObject(gone)
    await eventually('the file to go', () => !existsSync(stored))
    expect((await auditEntries(portal, id)).at(-1)).toMatchObject({ action: 'document.deleted', actor_id: admin.id })
  }
  expect((await portal.owner.query('select from document_views where user_id = $1', [investor.id])).rowCount).toBe(0)
})

test('all investors’ open requests are listed, oldest first, page by page', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  await portal.owner.query('delete from documents')
  for (let n = 0; n < 52; n++) {
    const owner = n % 2 ? second : investor
    const { id } = await givenDocument(portal, owner, { filename: `${n}.pdf` })
    await requestDocumentDelete(owner, id)
  }
  const first = await getDeleteRequests(admin)
  const last = await getDeleteRequests(admin, { page: 1 })
  expect([first.total, first.requests.length, last.requests.length]).toEqual([52, 50, 2])
  expect([...first.requests, ...last.requests].map(({ filename }) => filename)).toEqual(
    Array.from({ length: 52 }, (_, n) => `${n}.pdf`),
  )
  expect(last.requests[1]).toMatchObject({ ownerEmail: second.email, ownerName: 'Second Person' })
  for (const page of [2, 1e300, Number.NaN, -1, 0.5]) {
    expect((await getDeleteRequests(admin, { page })).total, String(page)).toBe(52)
  }
  const found = await getDeleteRequests(admin, { search: `SECOND 41.p` })
  expect([found.total, found.requests.map(({ filename }) => filename)]).toEqual([1, ['41.pdf']])
  expect(await getDeleteRequests(admin, { search: '%' })).toEqual({ requests: [], total: 0 })
  await expect(getDeleteRequests(investor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a bulk deletion deletes every document it can, and the answer says how many', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const ids: string[] = []
  for (let n = 0; n < 4; n++) ids.push((await givenDocument(portal, investor)).id)
  const foreign = (await givenDocument(portal, second)).id
  await deleteDocument(admin, ids[0] as string)

  expect(await requestDocumentsDelete(investor, { ids: [...ids, ...ids] })).toEqual({
    notice: manyNotice('requested', 3, 4),
  })
  expect(await requestDocumentsDelete(investor, { ids: [foreign, ids[1] as string] })).toEqual({
    notice: manyNotice('requested', 1, 2),
  })
  expect((await getDocument(second, foreign)).delete_request_status).toBeNull()
  for (const none of [[ids[0] as string], [foreign], ['no id', "' or true"]]) {
    await expect(requestDocumentsDelete(investor, { ids: none })).rejects.toMatchObject({
      code: 'DOCUMENTS_GONE',
      status: 404,
    })
  }
  await expect(requestDocumentsDelete(investor, { ids: [] })).rejects.toMatchObject({
    code: 'NOTHING_CHOSEN',
    status: 400,
  })
  const many = Array.from({ length: 5001 }, () => crypto.randomUUID())
  await expect(requestDocumentsDelete(investor, { ids: many })).rejects.toMatchObject({ code: 'TOO_MANY_CHOSEN' })

  expect(await deleteDocuments(admin, { ids: [...ids, foreign] })).toEqual({ notice: manyNotice('deleted', 4, 5) })
  await eventually('all files to go', async () => !(await isRemoving(portal, investor)))
  await expect(deleteDocuments(investor, { ids })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('two administrators who delete some of the same documents both finish', async ({ portal, investor, admin }) => {
  const ids: string[] = []
  for (let n = 0; n < 20; n++) ids.push((await givenDocument(portal, investor)).id)
  const results = await Promise.all([
    deleteDocuments(admin, { ids }).catch(error => error.code),
    deleteDocuments(admin, { ids: ids.toReversed() }).catch(error => error.code),
  ])
  expect(results).toContainEqual({ notice: manyNotice('deleted', 20, 20) })
  expect(results).toContain('DOCUMENTS_GONE')
})

test('a download continues to the end after its document is deleted', async ({ portal, investor, admin }) => {
  const content = Buffer.alloc(8_000_000, '%PDF-')
  const { id } = await givenDocument(portal, investor, { content })
  const stored = await storedPath(portal, id)
  const cookie = await portal.sessionOf(investor)
  const answer = await portal.fetch(`/files/${id}`, { cookie })
  const reader = answer.body?.getReader()
  const chunks = [(await reader?.read())?.value]
  await deleteDocument(admin, id)
  await eventually('the file to go', () => !existsSync(stored))
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) chunks.push(next.value)
  expect(sha256(Buffer.concat(chunks as Uint8Array[]))).toBe(sha256(content))
  expect((await portal.fetch(`/files/${id}`, { cookie })).status).toBe(404)
})

test('a file that cannot be removed at first is removed later, while its document is gone throughout', async ({
  portal,
  investor,
  admin,
}) => {
  const { id } = await givenDocument(portal, investor)
  const stored = await storedPath(portal, id)
  // As if the disk were missing: neither reading nor removing works.
  const folder = join(portal.dataDir, 'files', investor.id)
  await rename(folder, `${folder}-away`)
  await chmod(`${folder}-away`, 0o700)
  const { writeFile, rm } = await import('node:fs/promises')
  await writeFile(folder, 'no folder')
  await deleteDocument(admin, id)
  await eventually('the first try', async () => {
    const { rows } = await portal.owner.query(
      "select from jobs.job where name = 'remove-file' and data->>'file_path' like $1 and state = 'retry'",
      [`${investor.id}/%`],
    )
    return rows.length === 1
  })
  expect(await getUserDocuments(investor, investor.id)).toEqual([])
  await rm(folder)
  await rename(`${folder}-away`, folder)
  expect(existsSync(stored)).toBe(true)
  await runPendingJobs(portal, 'remove-file')
  await eventually('the file to go', () => !existsSync(stored))
})

test('if the audit entry cannot be written, nothing is deleted', async ({ portal, investor, admin }) => {
  const { id } = await givenDocument(portal, investor)
  await requestDocumentDelete(investor, id)
  await portal.owner.query('revoke insert on audit_log from app_user')
  for (const act of [approveDocumentDelete, deleteDocument, rejectDocumentDelete]) {
    await expect(act(admin, id)).rejects.toThrow()
  }
  await portal.owner.query(
    `grant insert (actor_id, actor_email, action, subject_id, details, session_id, ip, user_agent, outcome)
      on audit_log to app_user`,
  )
  expect((await getDocument(investor, id)).delete_request_status).toBe('pending')
  expect(existsSync(await storedPath(portal, id))).toBe(true)
  expect(await isRemoving(portal, investor)).toBe(false)
})

test('a signing link is deleted like a document, without a file to remove', async ({ portal, investor, admin }) => {
  const { createDocuSignDocument } = await import('../server/signing-links.ts')
  const { id } = await createDocuSignDocument(admin, {
    userId: investor.id,
    name: 'Note',
    url: 'https://sign.example/envelope/secret',
  })
  await requestDocumentDelete(investor, id)
  await approveDocumentDelete(admin, id)
  const last = (await auditEntries(portal, id)).at(-1)
  expect(last.details).toMatchObject({ filename: 'Note', external_host: 'sign.example' })
  expect(JSON.stringify(await auditEntries(portal, id))).not.toContain('secret')
  expect(await isRemoving(portal, investor)).toBe(false)
})
