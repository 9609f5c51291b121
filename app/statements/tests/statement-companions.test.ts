import { expect } from 'vitest'
import { foundDocuments } from '../../../tests/helpers/found-documents.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { forgetRuns, givenMonthlyNote, untilPrepared } from '../../../tests/helpers/statements.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getAllDocumentsForAdmin } from '../../documents/server/all-documents.ts'
import { deleteDocument } from '../../documents/server/deletion.ts'
import { countDocuments } from '../../documents/server/document-search.ts'
import { getDocument, getUserDocuments } from '../../documents/server/documents.ts'
import { fileDocuments, getHolderDocuments } from '../../documents/server/holder-documents.ts'
import { getOwnDocuments } from '../../documents/server/own-documents.ts'
import { moveDocuments } from '../../documents/server/rename-and-move.ts'
import { findSelectedDocuments } from '../../documents/server/stored-files.ts'
import { getHome } from '../../home/server/home.ts'
import { getPeopleFigures } from '../../people/server/people-figures.ts'
import { requestRelease } from '../server/release-run.ts'
import { requestRun } from '../server/start-runs.ts'

test('a statement is one row of every list, and its CSV goes where it goes', async ({ portal, people }) => {
  await forgetRuns(portal)
  const { admin, colleague, investor } = people
  const { holder } = await givenMonthlyNote(portal, people)
  const everyone = async () => {
    const { documents, total } = await getAllDocumentsForAdmin(admin, { owner: investor.email, sort: 'owner' })
    return { total, ids: documents.map(({ id }) => id) }
  }
  const all = async () => (await getAllDocumentsForAdmin(admin)).total
  const before = await all()
  const run = await requestRun(admin, { run: 'statement monthly' })
  const { entries } = await untilPrepared(admin, run)
  const { documentId = '', csvDocumentId = '' } = entries.find(({ holderId }) => holderId === holder.id) ?? {}
  await decideApproval(colleague, await requestRelease(admin, run), 'approved')

  const search = { search: 'Statement', kind: undefined, state: undefined, sort: 'newest' } as const
  const found = await foundDocuments(investor, investor.id, search)
  expect(found).toMatchObject({ total: 1, matching: 1 })
  expect(await countDocuments(investor, investor.id, search)).toMatchObject({ kinds: { pdf: 1 } })
  expect(found.rows).toMatchObject([{ id: documentId, csv_id: csvDocumentId }])
  expect(await getDocument(investor, documentId ?? '')).toMatchObject({ csv_id: csvDocumentId })
  expect(await getUserDocuments(investor, investor.id)).toMatchObject([{ id: documentId }])
  expect(await getHolderDocuments(admin, holder.id)).toMatchObject([{ id: documentId }])
  expect(await everyone()).toEqual({ total: 1, ids: [documentId] })
  expect(await all()).toBe(before + entries.length)
  expect((await getPeopleFigures(admin, [investor.id]))[investor.id]?.documents).toBe(1)
  expect(await getHome(investor)).toMatchObject({ unread: 1, news: [{ id: documentId }] })

  // Both are in archives, and both are available at their addresses, to the same people.
  const names = [expect.stringMatching(/^Statement, .*\.csv$/), expect.stringMatching(/^Statement, .*\.pdf$/)]
  const chosen = await findSelectedDocuments(investor, [documentId ?? ''])
  expect(chosen.map(({ filename }) => filename).sort()).toEqual(names)
  const kept = await getOwnDocuments(investor)
  expect(kept.map(({ filename }) => filename).sort()).toEqual(names)
  expect(await getDocument(investor, csvDocumentId ?? '')).toMatchObject({ file_type: 'csv' })

  await moveDocuments(admin, [documentId ?? ''], 'Another fund')
  for (const filing of [{ holderId: '' }, { category: 'Tax' }])
    await expect(fileDocuments(admin, [documentId ?? ''], filing)).rejects.toMatchObject({ code: 'STATEMENT_STAYS' })
  for (const document of [documentId, csvDocumentId])
    await expect(
      queryAs(portal, admin.id, 'update documents set holder_id = null where id = $1', [document]),
    ).rejects.toMatchObject({ code: '42501' })
  const { rows } = await portal.owner.query('select fund_name, holder_id from documents where id = any ($1)', [
    [documentId, csvDocumentId],
  ])
  expect(rows).toEqual(Array(2).fill({ fund_name: 'Another fund', holder_id: holder.id }))
})

test('a statement’s papers stay after the day until which they had to be kept', async ({ portal, people }) => {
  await forgetRuns(portal)
  const { admin, colleague } = people
  const { holder } = await givenMonthlyNote(portal, people)
  const run = await requestRun(admin, { run: 'statement monthly' })
  const { entries } = await untilPrepared(admin, run)
  await decideApproval(colleague, await requestRelease(admin, run), 'approved')
  const { documentId, csvDocumentId } = entries.find(({ holderId }) => holderId === holder.id) ?? {}
  const ids = [documentId ?? '', csvDocumentId ?? '']
  await portal.owner.query("update documents set retain_until = '2020-01-01' where id = any ($1)", [ids])
  for (const id of ids) await expect(deleteDocument(admin, id)).rejects.toMatchObject({ code: 'DOCUMENT_RETAINED' })
})
