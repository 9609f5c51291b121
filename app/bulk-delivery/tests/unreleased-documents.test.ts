import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { memberRow } from '../../../server/sample/holders.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { accessesRecorded } from '../../../tests/helpers/accesses.ts'
import {
  type BatchHolder,
  givenBatch,
  givenBatchHolders,
  payeeCopy,
  releaseBatch,
  withVault,
} from '../../../tests/helpers/bulk.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { byPdfkit } from '../../../tests/helpers/pdf-makers.ts'
import { recallOf } from '../../../tests/helpers/recalls.ts'
import { type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getBatch } from '../server/batch.ts'
import { getItemsToOpen } from '../server/items-to-open.ts'
import { recallBatch } from '../server/recall-batch.ts'
import { requestBatchRelease } from '../server/request-release.ts'

const test = testOnPortal(withVault)

/** Ages a person's proofs in all sessions. */
async function stale({ owner }: SharedPortal, { id }: Actor): Promise<void> {
  await owner.query("update auth.sessions set created_at = now() - interval '11 minutes' where user_id = $1", [id])
}

async function proved({ owner }: SharedPortal, { id }: Actor): Promise<void> {
  await owner.query('update auth.sessions set created_at = now() where user_id = $1', [id])
}

test('a document before its release takes proof, leaves its entry and its row, and is opened by its last byte', async ({
  portal,
  admin,
  colleague,
}) => {
  const [holder] = (await givenBatchHolders(portal, ['Tay Osgood'])) as [BatchHolder]
  const content = await byPdfkit([payeeCopy(holder, { withNumber: true })])
  const batch = await givenBatch(portal, admin, [{ filename: 'a.pdf', content }])
  const [item] = (await getBatch(admin, batch)).items
  const path = `/files/papers/${item?.id}`
  const approval = await requestBatchRelease(admin, batch)
  const cookie = await portal.sessionOf(colleague)
  const ask = async (options: RequestInit = {}) => {
    const answer = await portal.fetch(path, { cookie, ip: '192.0.2.7', ...options })
    await answer.arrayBuffer()
    return answer
  }
  const isOpened = async () => (await getItemsToOpen(colleague, batch))?.items[0]?.isOpened
  const entries = async () =>
    (
      await portal.owner.query(
        "select ip, session_id is not null as session, details ->> 'batch_id' as batch from audit_log where subject_id = $1 and action = 'papers.opened'",
        [item?.id],
      )
    ).rows

  await stale(portal, colleague)
  for (const options of [{}, { method: 'HEAD' }, { headers: { range: 'bytes=0-0' } }])
    expect((await ask(options)).status).toBe(403)
  const led = await ask({ headers: { 'sec-fetch-dest': 'document' } })
  expect(led.headers.get('location')).toBe(`/profile/proof?${new URLSearchParams({ next: path })}`)
  expect(await entries()).toEqual([])

  await proved(portal, colleague)
  expect((await ask({ method: 'HEAD' })).status).toBe(200)
  expect((await ask({ headers: { 'sec-purpose': 'prefetch;prerender' } })).status).toBe(503)
  expect(await isOpened()).toBe(false)
  await expect(decideApproval(colleague, approval, 'approved')).rejects.toMatchObject({ code: 'BULK_UNOPENED' })
  expect(await entries()).toEqual([])
  expect((await ask({ headers: { range: 'bytes=0-0' } })).status).toBe(200)
  expect(await isOpened()).toBe(true)
  expect(await entries()).toEqual([{ ip: '192.0.2.7', session: true, batch }])
  const accesses = await eventually('the record', async () => {
    await accessesRecorded()
    const { rows } = await portal.owner.query(
      'select user_id, ip, first_byte::int as first, sent = last_byte + 1 as whole from file_accesses where item_id = $1',
      [item?.id],
    )
    return rows.length > 0 && rows
  })
  expect(accesses).toEqual([{ user_id: colleague.id, ip: '192.0.2.7', first: 0, whole: true }])
  await decideApproval(colleague, approval, 'approved')
})

test('a recall finds a wrong recipient who works for the fund, and tells them; not who looked as the office', async ({
  portal,
  admin,
  colleague,
  approver,
}) => {
  const [holder] = (await givenBatchHolders(portal, ['Uma Pryce'])) as [BatchHolder]
  await portal.owner.query(insertOf('holder_members', memberRow(holder.id, { ...approver, right: 'viewer' })))
  const content = await byPdfkit([payeeCopy(holder, { withNumber: true })])
  const batch = await givenBatch(portal, admin, [{ filename: 'a.pdf', content }])
  await releaseBatch(portal, admin, colleague, batch)
  const { items } = await getBatch(admin, batch)
  for (const person of [approver, admin]) {
    const answer = await portal.fetch(`/files/${items[0]?.documentId}`, { cookie: await portal.sessionOf(person) })
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  }
  await accessesRecorded()
  expect((await getBatch(admin, batch)).items[0]).toMatchObject({ readers: 1 })
  await recallBatch(admin, batch, { reason: 'Wrong recipient' })
  expect(await recallOf(portal, batch)).toMatchObject({ documents: 1, readers: 1 })
  const { rows } = await portal.owner.query(
    "select user_id from notices where kind = 'document-recalled' and document_id = $1",
    [items[0]?.documentId],
  )
  expect(rows).toEqual([{ user_id: approver.id }])
})
