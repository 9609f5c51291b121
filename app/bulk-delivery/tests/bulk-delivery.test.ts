import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { fileRow } from '../../../server/sample/documents.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { storage } from '../../../server/storage/storage.ts'
import { accessesRecorded } from '../../../tests/helpers/accesses.ts'
import {
  type BatchHolder,
  batchRead,
  batchReleased,
  givenBatch,
  givenBatchHolders,
  openAll,
  payeeCopy,
  releaseBatch,
  withVault,
} from '../../../tests/helpers/bulk.ts'
import { allOf } from '../../../tests/helpers/csv.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { notifyOf } from '../../../tests/helpers/notifications.ts'
import { assembled, byPdfkit, encrypted } from '../../../tests/helpers/pdf-makers.ts'
import { textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { fixture } from '../../../tests/helpers/random-batches.ts'
import { recallOf } from '../../../tests/helpers/recalls.ts'
import { runPendingJobs, type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getUserDocuments } from '../../documents/server/documents.ts'
import { removeAdministrator } from '../../people/server/rights.ts'
import { notifyLateReaders } from '../../runs/server/recall-documents.ts'
import { getRuns } from '../../runs/server/runs-list.ts'
import { getBatch } from '../server/batch.ts'
import { getBatchItem } from '../server/batch-item.ts'
import { continueRelease, discardBatch, readBatchAgain } from '../server/change-batch.ts'
import { exportBatchAccesses } from '../server/export-accesses.ts'
import { getItemsToOpen } from '../server/items-to-open.ts'
import { matchDocuments } from '../server/match-documents.ts'
import { recallBatch } from '../server/recall-batch.ts'
import { releaseDocuments } from '../server/release-documents.ts'
import { requestBatchRelease } from '../server/request-release.ts'
import { excludeDocument, excludeOpenDocuments, matchDocument, resetMatch } from '../server/review-documents.ts'
import { startBatch } from '../server/start-batch.ts'

const test = testOnPortal(withVault)

const actorOf = ({ person }: BatchHolder) => ({ ...person, fullName: null, organization: null, isAdmin: false })

async function documentsOf(holder: BatchHolder) {
  return getUserDocuments(actorOf(holder), holder.person.id)
}

async function read(portal: SharedPortal, { person }: BatchHolder, document: string): Promise<Buffer | number> {
  const answer = await portal.fetch(`/files/${document}`, { cookie: await portal.sessionOf(person) })
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : answer.status
}

const statesOf = (items: readonly { state: string; holderNumber: string | null }[]) =>
  items.map(({ state, holderNumber }) => holderNumber ?? state)

const pair = (holder: BatchHolder) => [
  payeeCopy(holder, { withPayer: true }),
  [`Instructions for recipient`, 'Keep this copy for your records.'],
]

test('one PDF of many pages: each holder gets their own, once, and nobody a stranger’s', async ({
  portal,
  admin,
  colleague,
}) => {
  const holders = await givenBatchHolders(portal, ['Ada Quill', 'Ben Rook', 'Cy Stone', 'Di Thorne', 'Ed Umber'])
  const pdf = await byPdfkit(holders.flatMap(pair))
  const split = { mode: 'pages', pages: '2' }
  const id = await givenBatch(portal, admin, [{ filename: '1099 all.pdf', content: pdf }], { split })
  const { batch, items } = await getBatch(admin, id)
  expect(batch).toMatchObject({ state: 'review', title: 'Tax form, 2025', documents: 5, matched: 5, open: 0 })
  expect(statesOf(items)).toEqual(holders.map(({ number }) => number))
  expect(items[0]).toMatchObject({ found: ['name', 'zip', 'last_four'], filename: 'Tax form, 2025.pdf', lastPage: 2 })
  expect(await documentsOf(holders[0] as BatchHolder)).toEqual([])

  await releaseBatch(portal, admin, colleague, id)
  for (const holder of holders) {
    const documents = await documentsOf(holder)
    expect(documents.map(({ filename, category }) => [filename, category])).toEqual([['Tax form, 2025.pdf', 'Tax']])
    const content = await read(portal, holder, documents[0]?.id ?? '')
    const text = textOfPdf(content as Buffer)
    expect(text).toContain(holder.name.toUpperCase())
    expect(text).toContain('Keep this copy')
    for (const other of holders) if (other !== holder) expect(text).not.toContain(other.name.toUpperCase())
  }
  const [first, second] = holders as [BatchHolder, BatchHolder]
  const [{ id: ofSecond = '' } = {}] = await documentsOf(second)
  expect(await read(portal, first, ofSecond)).toBe(404)

  // Its sources are gone, and the log describes it.
  const { rows } = await portal.owner.query(
    `select file_path from paper_sources where batch_id = $1 and file_path is not null
    union all select part_path from paper_batch_items where batch_id = $1 and part_path is not null`,
    [id],
  )
  expect(rows).toEqual([])
  const log = await portal.owner.query('select action, actor_id from audit_log where subject_id = $1 order by id', [id])
  expect(log.rows.map(({ action }) => action)).toEqual(['papers.uploaded', 'papers.approved'])
  expect((await getRuns(admin, 0, 'bulk')).runs.map(each => each.id)).toContain(id)
})

test('nobody is told for fifteen minutes; then each gets one mail', async ({ portal, admin, colleague }) => {
  const holders = await givenBatchHolders(portal, ['Eva Upton', 'Fay Vance'])
  const pdf = await byPdfkit(holders.map(holder => payeeCopy(holder)))
  const id = await givenBatch(portal, admin, [{ filename: 'a.pdf', content: pdf }], {
    split: { mode: 'keys', pages: '' },
  })
  await releaseBatch(portal, admin, colleague, id)
  const { rows } = await portal.owner.query(
    `select extract(epoch from n.not_before - n.created_at)::int as wait, extract(epoch from j.start_after - n.created_at)::int as job
    from notices n join jobs.job j on j.data ->> 'notice' = n.id::text where n.user_id = any ($1)`,
    [holders.map(({ person }) => person.id)],
  )
  expect(rows).toEqual([
    { wait: 900, job: 900 },
    { wait: 900, job: 900 },
  ])
  const mails = () => holders.map(({ person }) => portal.mailbox.allTo(person.email).length)
  // Other due notices don't include it.
  const [first] = holders as [BatchHolder]
  await notifyOf({
    kind: 'delete-approved',
    userId: first.person.id,
    documentId: randomUUID(),
    filename: 'x',
    by: admin,
  })
  await portal.owner.query(
    `update jobs.job j set start_after = now() from notices n where j.name = 'send-notices' and n.not_before is null
      and n.user_id = $1 and j.data ->> 'notice' = n.id::text`,
    [first.person.id],
  )
  await eventually('the other mail', () => mails()[0] === 1)
  expect(portal.mailbox.allTo(first.person.email)[0]?.text).not.toContain('was added')
  await portal.owner.query('update notices set not_before = now() where user_id = any ($1)', [
    holders.map(({ person }) => person.id),
  ])
  await runPendingJobs(portal, 'send-notices')
  await eventually('both to be told', () => mails().join() === '2,1')
})

test('two swapped pages are a conflict that nobody overrides: it is left out, or divided differently', async ({
  portal,
  admin,
}) => {
  const holders = await givenBatchHolders(portal, ['Gus Wren', 'Hal Xavier', 'Ida York'])
  const [a, b] = holders as [BatchHolder, BatchHolder]
  const pages = holders.flatMap(holder => [
    payeeCopy(holder, { withNumber: true }),
    [`Continued for account ${holder.number}`],
  ])
  const swapped = pages.with(1, pages[3] as string[]).with(3, pages[1] as string[])
  const id = await givenBatch(portal, admin, [{ filename: 'all.pdf', content: await byPdfkit(swapped) }], {
    split: { mode: 'pages', pages: '2' },
  })
  const { items } = await getBatch(admin, id)
  expect(items.map(({ state }) => state)).toEqual(['conflict', 'conflict', 'matched'])
  const [first] = items
  const details = await getBatchItem(admin, first?.id ?? '')
  expect(details.strong.flatMap(({ holders }) => holders.map(({ number }) => number)).sort()).toEqual(
    [a.number, b.number].sort(),
  )
  await expect(matchDocument(admin, details.id, { holder: a.number })).rejects.toMatchObject({ code: 'BULK_CONFLICT' })
  // Regardless of the site.
  for (const holder of [a, b])
    await expect(
      portal.owner.query("update paper_batch_items set state = 'matched', holder_id = $2 where id = $1", [
        details.id,
        holder.id,
      ]),
    ).rejects.toThrow('a number of another holder is on these pages')
  await expect(requestBatchRelease(admin, id)).rejects.toMatchObject({ code: 'BULK_OPEN_ITEMS' })
  await excludeDocument(admin, details.id, { reason: 'Pages mixed up' })
  await resetMatch(admin, details.id)
  expect((await getBatchItem(admin, details.id)).state).toBe('conflict')
  await readBatchAgain(admin, id, { split: 'keys', pages: '' })
  const again = await batchRead(admin, id)
  expect(statesOf(again.items)).toEqual([a.number, b.number, a.number, holders[2]?.number])
})

test('pages without text are matched by hand by two people, with the picture beside the name', async ({
  portal,
  admin,
  colleague,
}) => {
  const holders = await givenBatchHolders(portal, ['Jo Zimmer', 'Kit Abel', 'Lea Brand'])
  const [scan] = holders as [BatchHolder]
  const printed = await byPdfkit(holders.map(holder => payeeCopy(holder, { withNumber: true })))
  const scanned = fixture('scan.pdf')
  const content = assembled([
    { pdf: scanned, page: 1 },
    { pdf: printed, page: 2 },
    { pdf: printed, page: 3 },
  ])
  const id = await givenBatch(portal, admin, [{ filename: 'all.pdf', content }], {
    split: { mode: 'pages', pages: '1' },
  })
  const { items } = await getBatch(admin, id)
  expect(items.map(({ state, doubts }) => [state, ...doubts])).toEqual([
    ['unmatched', 'picture'],
    ['matched'],
    ['matched'],
  ])
  const item = items[0]?.id ?? ''
  await expect(matchDocument(admin, item, { holder: 'H-999999' })).rejects.toMatchObject({ code: 'BULK_HOLDER' })
  await matchDocument(admin, item, { holder: scan.number })
  const approval = await requestBatchRelease(admin, id)
  // The person who matched it can't approve it.
  await expect(decideApproval(admin, approval, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  const drawn = await getItemsToOpen(colleague, id)
  expect(drawn?.items.map(item => [item.n, item.drawn])).toEqual([
    [1, 'by_hand'],
    [2, 'lot'],
    [3, 'last'],
  ])
  await expect(decideApproval(colleague, approval, 'approved')).rejects.toMatchObject({ code: 'BULK_UNOPENED' })
  await openAll(portal, colleague, id)
  expect((await getBatch(colleague, id)).batch).toMatchObject({ requested: { total: 3, opened: 3 } })
  await decideApproval(colleague, approval, 'approved')
  await batchReleased(admin, id)
  expect(await documentsOf(scan)).toHaveLength(1)
})

test('who matched by hand doesn’t approve what a colleague asks for; a change makes what was asked void', async ({
  portal,
  admin,
  colleague,
}) => {
  const third = await portal.newPerson(`third@${randomUUID()}.example`, { isAdmin: true })
  const holders = await givenBatchHolders(portal, ['Max Cole', 'Nia Drew'])
  const pdf = await byPdfkit([...holders.map(holder => payeeCopy(holder)), ['Dear investor']])
  const id = await givenBatch(portal, admin, [{ filename: 'a.pdf', content: pdf }], {
    split: { mode: 'pages', pages: '1' },
  })
  const { items } = await getBatch(admin, id)
  const odd = items[2]?.id ?? ''
  await matchDocument(colleague, odd, { holder: holders[0]?.number ?? '' })
  const approval = await requestBatchRelease(admin, id)
  await openAll(portal, colleague, id)
  await expect(decideApproval(colleague, approval, 'approved')).rejects.toMatchObject({ code: 'APPROVE_CONCERNED' })
  await openAll(portal, third, id)
  // An opened document is now matched to another holder.
  await matchDocument(colleague, odd, { holder: holders[1]?.number ?? '' })
  await expect(decideApproval(third, approval, 'approved')).rejects.toMatchObject({ code: 'APPROVAL_GONE' })
  const again = await requestBatchRelease(admin, id)
  await expect(decideApproval(third, again, 'approved')).rejects.toMatchObject({ code: 'BULK_UNOPENED' })
  await openAll(portal, third, id)
  await decideApproval(third, again, 'approved')
  await batchReleased(admin, id)
  expect(await documentsOf(holders[1] as BatchHolder)).toHaveLength(2)
})

test('once somebody else may fit, what was read before is not released', async ({ portal, admin, colleague }) => {
  const [holder] = (await givenBatchHolders(portal, ['Ola Ebers'])) as [BatchHolder]
  const pdf = await byPdfkit([payeeCopy(holder)])
  const id = await givenBatch(portal, admin, [{ filename: 'a.pdf', content: pdf }])
  const approval = await requestBatchRelease(admin, id)
  await openAll(portal, colleague, id)
  await givenBatchHolders(portal, [{ name: 'Ola Ebers Jr.', zip: holder.zip, tin: holder.tin }])
  await expect(decideApproval(colleague, approval, 'approved')).rejects.toMatchObject({ code: 'BULK_STALE' })
  await readBatchAgain(admin, id, { split: 'whole', pages: '' })
  const { items } = await batchRead(admin, id)
  expect(items[0]).toMatchObject({ state: 'ambiguous', doubts: ['namesake'] })
})

test('files that can’t be delivered are named, and the others are', async ({ portal, admin, colleague }) => {
  const holders = await givenBatchHolders(portal, ['Pia Fox', 'Quin Gray'])
  const [one, two] = await Promise.all(holders.map(holder => byPdfkit([payeeCopy(holder)])))
  const files = [
    { filename: 'locked.pdf', content: encrypted(one as Buffer) },
    { filename: 'locked for changes.pdf', content: encrypted(one as Buffer, '') },
    { filename: 'letter.txt', content: Buffer.from('Dear investor\n'.repeat(20)) },
    { filename: 'quin.pdf', content: two as Buffer },
  ]
  const id = await givenBatch(portal, admin, files)
  const { batch, items } = await getBatch(admin, id)
  expect(batch.files.map(({ filename, problem }) => [filename, problem])).toEqual([
    ['locked.pdf', 'encrypted'],
    ['locked for changes.pdf', 'encrypted'],
    ['letter.txt', 'not_pdf'],
    ['quin.pdf', null],
  ])
  expect(statesOf(items)).toEqual([holders[1]?.number])
  await releaseBatch(portal, admin, colleague, id)
  // A file with a single document is sent unchanged.
  const [document] = await documentsOf(holders[1] as BatchHolder)
  expect((await read(portal, holders[1] as BatchHolder, document?.id ?? '')) as Buffer).toEqual(two)
})

test('what they have already is named, and the very same document isn’t sent twice', async ({
  portal,
  admin,
  colleague,
}) => {
  const [holder] = (await givenBatchHolders(portal, ['Ray Hart'])) as [BatchHolder]
  const content = await byPdfkit([payeeCopy(holder)])
  const first = await givenBatch(portal, admin, [{ filename: 'a.pdf', content }])
  await releaseBatch(portal, admin, colleague, first)
  const other = await byPdfkit([payeeCopy(holder, { amount: '99.00' })])
  const again = await givenBatch(portal, admin, [
    { filename: 'a.pdf', content },
    { filename: 'b.pdf', content: other },
  ])
  const { items } = await getBatch(admin, again)
  expect(items.map(({ state, doubts, remarks }) => [state, ...doubts, ...remarks])).toEqual([
    ['ambiguous', 'duplicate', 'filed_before'],
    ['matched', 'filed_before'],
  ])
  const remarksOf = async () => (await getBatch(admin, again)).items.map(({ remarks }) => remarks)
  await matchDocument(admin, items[0]?.id ?? '', { holder: holder.number })
  expect(await remarksOf()).toEqual([
    ['filed_already', 'filed_before', 'two_for_one'],
    ['filed_before', 'two_for_one'],
  ])
  await resetMatch(admin, items[0]?.id ?? '')
  expect(await remarksOf()).toEqual([[], ['filed_before']])
})

test('a recall hides the documents at once, with every byte that was served; who had opened one gets a neutral mail', async ({
  portal,
  admin,
  colleague,
}) => {
  const holders = await givenBatchHolders(portal, ['Sue Ives', 'Ted Jung', 'Una Kerr'])
  const [reader, downloader, absent] = holders as [BatchHolder, BatchHolder, BatchHolder]
  const pdf = await byPdfkit(holders.map(holder => payeeCopy(holder)))
  const id = await givenBatch(portal, admin, [{ filename: 'a.pdf', content: pdf }], {
    split: { mode: 'pages', pages: '1' },
  })
  await releaseBatch(portal, admin, colleague, id)
  const documentOf = async (holder: BatchHolder) => (await documentsOf(holder))[0]?.id ?? ''
  const [ofReader, ofDownloader, ofAbsent] = await Promise.all([reader, downloader, absent].map(documentOf))
  await read(portal, reader, ofReader ?? '')
  const headers = { range: 'bytes=0-99', 'user-agent': 'Firefox' }
  const cookie = await portal.sessionOf(downloader.person)
  await (await portal.fetch(`/files/${ofDownloader}?download=1`, { cookie, headers, ip: '192.0.2.9' })).arrayBuffer()
  // Administrators' views don't count as opening.
  await (await portal.fetch(`/files/${ofAbsent}`, { cookie: await portal.sessionOf(admin) })).arrayBuffer()
  await accessesRecorded()
  expect((await getBatch(admin, id)).batch.opened).toBe(2)

  await expect(recallBatch(admin, id, { reason: ' ' })).rejects.toMatchObject({ code: 'BULK_REASON' })
  const stale = { ...admin, sessionId: undefined }
  await expect(recallBatch(stale, id, { reason: 'Wrong year' })).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  await recallBatch(admin, id, { reason: 'Wrong year' })
  expect(await recallOf(portal, id)).toMatchObject({ documents: 3, readers: 2 })
  await expect(recallBatch(colleague, id, { reason: 'Again' })).rejects.toMatchObject({ code: 'BULK_RECALLED' })
  for (const [holder, document] of [
    [reader, ofReader],
    [downloader, ofDownloader],
  ] as const) {
    expect(await documentsOf(holder)).toEqual([])
    expect(await read(portal, holder, document ?? '')).toBe(404)
  }
  // Administrators still have them, with who was served which.
  const office = await portal.fetch(`/files/${ofReader}`, { cookie: await portal.sessionOf(colleague) })
  expect(office.status).toBe(200)
  await office.arrayBuffer()
  const { batch, items } = await getBatch(colleague, id)
  expect(batch).toMatchObject({ state: 'recalled', recalled: { reason: 'Wrong year', by: 'Ada Ministrator' } })
  expect(items.map(({ readers, firstAt }) => [readers, firstAt !== null])).toEqual([
    [1, true],
    [1, true],
    [0, false],
  ])
  expect((await getBatch(admin, id, { show: 'unopened' })).items.map(({ holderNumber }) => holderNumber)).toEqual([
    absent.number,
  ])
  const { accesses } = await getBatchItem(admin, items[1]?.id ?? '')
  expect(accesses).toMatchObject([
    {
      person: downloader.person.email,
      how: 'download',
      firstByte: 0,
      lastByte: 99,
      sent: 100,
      ip: '192.0.2.9',
      userAgent: 'Firefox',
    },
  ])
  const exported = (await allOf(await exportBatchAccesses(admin, id))).flat()
  expect(exported.map(({ holderNumber, person, sent }) => [holderNumber, person ?? null, sent ?? null])).toEqual([
    [reader.number, reader.person.email, expect.any(Number)],
    [reader.number, expect.stringContaining('Cole League'), expect.any(Number)],
    [downloader.number, downloader.person.email, 100],
    [absent.number, expect.stringContaining('Ada Ministrator'), expect.any(Number)],
  ])

  await runPendingJobs(portal, 'send-notices')
  await allSentTo(portal, [reader, downloader])
  const mailOf = ({ person }: BatchHolder) => portal.mailbox.allTo(person.email)
  for (const holder of [reader, downloader]) {
    const [mail, ...more] = mailOf(holder)
    expect(more).toEqual([])
    expect(mail?.text).toContain('We’ve withdrawn a document that was in your portal.')
    expect(mail?.text).not.toMatch(/Tax form|2025|was added/)
  }
  expect(mailOf(absent)).toEqual([])
  const { rows } = await portal.owner.query(
    'select retain_until > now() + $2::interval as kept from documents where id = $1',
    [ofReader, '6 years'],
  )
  expect(rows).toEqual([{ kept: true }])
})

test('an approver releases what they have looked through: before they are asked and afterward they see none of it', async ({
  portal,
  admin,
  approver,
  investor,
}) => {
  const holders = await givenBatchHolders(portal, ['Wes Cole', 'Xia Drew', 'Yul Ebers'])
  const pages = [...holders.map(holder => payeeCopy(holder, { withNumber: true })), ['Dear investor']]
  const id = await givenBatch(portal, admin, [{ filename: 'a.pdf', content: await byPdfkit(pages) }], {
    split: { mode: 'pages', pages: '1' },
  })
  const { items } = await getBatch(admin, id)
  const cookie = await portal.sessionOf(approver)
  const statusOf = async (itemId: string) => (await portal.fetch(`/files/papers/${itemId}`, { cookie })).status
  const rowsOf = async (table: string) => (await queryAs(portal, approver.id, `select from ${table}`)).rowCount
  const [first, second, third, letter] = items.map(item => item.id) as [string, string, string, string]
  expect(await statusOf(first)).toBe(404)
  expect(await getItemsToOpen(approver, id)).toBeUndefined()
  await excludeDocument(admin, letter, { reason: 'A cover letter' })

  const approval = await requestBatchRelease(admin, id)
  // Of three, the middle one is drawn: no sample comes from the omitted letter.
  const requested = await getItemsToOpen(approver, id)
  expect(requested?.items.map(item => [item.n, item.holder, item.isOpened])).toEqual([
    [1, 'Wes Cole', false],
    [2, 'Xia Drew', false],
    [3, 'Yul Ebers', false],
  ])
  expect(await statusOf(letter)).toBe(404)
  expect(await rowsOf('paper_batch_items')).toBe(3)
  for (const table of ['paper_batches', 'paper_sources', 'holders', 'paper_item_looks', 'documents'])
    expect(await rowsOf(table), table).toBe(0)
  await expect(getBatch(approver, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(getItemsToOpen(investor, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const listed = (await getApprovals(approver)).waiting.find(each => each.id === approval)
  expect(listed).toMatchObject({ canDecide: true, link: undefined, evidence: { to: `/profile/admin/bulk/${id}/look` } })

  await expect(decideApproval(approver, approval, 'approved')).rejects.toMatchObject({ code: 'BULK_UNOPENED' })
  for (const item of [first, second, third]) expect(await statusOf(item)).toBe(200)
  await decideApproval(approver, approval, 'approved')
  await batchReleased(admin, id)
  for (const holder of holders) expect(await documentsOf(holder)).toHaveLength(1)
  expect(await statusOf(first)).toBe(404)
  expect(await rowsOf('paper_batch_items')).toBe(0)
  expect(await getItemsToOpen(approver, id)).toBeUndefined()
})

test('without another person nobody can be asked, and the answer says whom to appoint', async ({ portal, admin }) => {
  const [holder] = (await givenBatchHolders(portal, ['Una Odom'])) as [BatchHolder]
  const content = await byPdfkit([payeeCopy(holder, { withNumber: true })])
  const id = await givenBatch(portal, admin, [{ filename: 'a.pdf', content }])
  const others = await portal.owner.query(
    'update user_profiles set disabled_at = now() where (is_admin or is_approver) and id <> $1 and disabled_at is null returning id',
    [admin.id],
  )
  try {
    await expect(requestBatchRelease(admin, id)).rejects.toMatchObject({ code: 'NOBODY_TO_APPROVE' })
  } finally {
    const ids = others.rows.map(row => row.id)
    await portal.owner.query('update user_profiles set disabled_at = null where id = any ($1)', [ids])
  }
})

test('who is downloading a document while it is recalled is told afterward, once', async ({
  portal,
  admin,
  colleague,
}) => {
  const [holder] = (await givenBatchHolders(portal, ['Vic Lund'])) as [BatchHolder]
  const content = await heavy([...payeeCopy(holder, { withNumber: true }), 'Thank you. '.repeat(40)])
  const id = await givenBatch(portal, admin, [{ filename: 'a.pdf', content }])
  await releaseBatch(portal, admin, colleague, id)
  const [document] = await documentsOf(holder)
  const headers = { cookie: await portal.sessionOf(holder.person) }
  const download = await new Promise<IncomingMessage>((resolve, reject) =>
    request(`${portal.url}/files/${document?.id}`, { headers }, resolve).on('error', reject).end(),
  )
  await recallBatch(admin, id, { reason: 'Wrong year' })
  expect(await recallOf(portal, id)).toMatchObject({ documents: 1, readers: 0 })
  const { length } = await buffer(download)
  await accessesRecorded()
  expect((await getBatch(admin, id)).batch.opened).toBe(1)
  expect((await getBatchItem(admin, (await getBatch(admin, id)).items[0]?.id ?? '')).accesses[0]?.sent).toBe(length)
  await notifyLateReaders()
  await notifyLateReaders()
  const { rows } = await portal.owner.query('select kind from notices where user_id = $1 and taken_at is null', [
    holder.person.id,
  ])
  expect(rows.filter(({ kind }) => kind === 'document-recalled')).toHaveLength(1)
})

/** @returns a PDF of one page, too large for a connection's buffers */
async function heavy(lines: readonly string[]): Promise<Buffer> {
  const size = 2400
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: size, height: size, channels: 3, background: 'white', noise } as const
  const picture = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer()
  const pdf = new PDFDocument({ size: 'LETTER' })
  for (const line of lines) pdf.text(line)
  pdf.image(picture, 300, 600, { width: 100 })
  pdf.end()
  return buffer(pdf)
}

test('a tax number that is pending approval is nobody’s key', async ({ portal, admin }) => {
  const [sure, waiting] = (await givenBatchHolders(portal, ['Wim Moss', 'Xia Nash'])) as [BatchHolder, BatchHolder]
  await portal.owner.query('update vault_numbers set in_force_from = null where holder_id = $1', [waiting.id])
  const pages = [sure, waiting].map(({ tin }) => [
    `RECIPIENT TIN ${tin.slice(0, 3)}-${tin.slice(3, 5)}-${tin.slice(5)}`,
  ])
  const id = await givenBatch(portal, admin, [{ filename: 'a.pdf', content: await byPdfkit(pages) }], {
    split: { mode: 'pages', pages: '1' },
  })
  expect(statesOf((await getBatch(admin, id)).items)).toEqual([sure.number, 'unmatched'])
})

async function allSentTo(portal: SharedPortal, holders: readonly BatchHolder[]): Promise<void> {
  await eventually('their mail', () => holders.every(({ person }) => portal.mailbox.allTo(person.email).length > 0))
}

test('a release that is interrupted goes on; two at once, and again, make each document once', async ({
  portal,
  admin,
  colleague,
}) => {
  const holders = await givenBatchHolders(portal, ['Vic Lund', 'Wim Moss', 'Xia Nash', 'Yul Odom'])
  const pdf = await byPdfkit(holders.map(holder => payeeCopy(holder)))
  const id = await givenBatch(portal, admin, [{ filename: 'a.pdf', content: pdf }], {
    split: { mode: 'pages', pages: '1' },
  })
  const approval = await requestBatchRelease(admin, id)
  await openAll(portal, colleague, id)
  await withHeldJobs(portal, 'release-papers', () => decideApproval(colleague, approval, 'approved'))
  expect((await getBatch(admin, id)).batch.state).toBe('approved')
  // One document's file is incomplete, as after a crash.
  const { rows } = await portal.owner.query('select file_path from paper_batch_items where batch_id = $1 order by n', [
    id,
  ])
  await storage().put(rows[1].file_path, new Blob(['half']).stream())
  await Promise.all([releaseDocuments({ batch: id }), releaseDocuments({ batch: id })])
  await releaseDocuments({ batch: id })
  expect((await getBatch(admin, id)).batch).toMatchObject({ state: 'released', filed: 4 })
  for (const holder of holders) {
    const documents = await documentsOf(holder)
    expect(documents).toHaveLength(1)
    expect(textOfPdf((await read(portal, holder, documents[0]?.id ?? '')) as Buffer)).toContain(
      holder.name.toUpperCase(),
    )
    const notices = await portal.owner.query('select from notices where user_id = $1', [holder.person.id])
    expect(notices.rowCount).toBe(1)
  }
})

/** Jobs added to a queue meanwhile don't run. */
async function withHeldJobs(portal: SharedPortal, queue: string, work: () => Promise<unknown>): Promise<void> {
  await portal.owner.query(
    `create function jobs.hold() returns trigger language plpgsql as $$ begin new.start_after := now() + interval '1 day'; return new; end $$;
    create trigger hold before insert on jobs.job for each row when (new.name = '${queue}') execute function jobs.hold()`,
  )
  try {
    await work()
  } finally {
    await portal.owner.query('drop trigger hold on jobs.job; drop function jobs.hold()')
  }
}

test('a recall while it is released stops the rest; what was made is hidden', async ({ portal, admin, colleague }) => {
  const holders = await givenBatchHolders(portal, ['Zoe Pratt', 'Amy Quist'])
  const pdf = await byPdfkit(holders.map(holder => payeeCopy(holder)))
  const id = await givenBatch(portal, admin, [{ filename: 'a.pdf', content: pdf }], {
    split: { mode: 'pages', pages: '1' },
  })
  const approval = await requestBatchRelease(admin, id)
  await openAll(portal, colleague, id)
  await withHeldJobs(portal, 'release-papers', () => decideApproval(colleague, approval, 'approved'))
  const [released, recalled] = await Promise.allSettled([
    releaseDocuments({ batch: id }),
    recallBatch(admin, id, { reason: 'Stop' }),
  ])
  expect([released.status, recalled.status]).toEqual(['fulfilled', 'fulfilled'])
  await releaseDocuments({ batch: id })
  expect((await getBatch(admin, id)).batch.state).toBe('recalled')
  for (const holder of holders) expect(await documentsOf(holder)).toEqual([])
})

test('the release goes on in a colleague’s name where who asked for it is no administrator any more', async ({
  portal,
  admin,
  colleague,
}) => {
  const [holder] = (await givenBatchHolders(portal, ['Bo Rand'])) as [BatchHolder]
  const id = await givenBatch(portal, admin, [{ filename: 'a.pdf', content: await byPdfkit([payeeCopy(holder)]) }])
  const approval = await requestBatchRelease(admin, id)
  await openAll(portal, colleague, id)
  await withHeldJobs(portal, 'release-papers', () => decideApproval(colleague, approval, 'approved'))
  await removeAdministrator(colleague, admin.id)
  await releaseDocuments({ batch: id })
  expect((await getBatch(colleague, id)).batch).toMatchObject({
    state: 'approved',
    problem: 'The person who submitted the release is no longer an administrator.',
  })
  expect(await documentsOf(holder)).toEqual([])
  await continueRelease(colleague, id)
  await batchReleased(colleague, id)
  expect(await documentsOf(holder)).toHaveLength(1)
})

test('reading may be interrupted and repeated; what people decided stays where the documents are the same', async ({
  portal,
  admin,
}) => {
  const holders = await givenBatchHolders(portal, ['Cal Sims', 'Dot Tate'])
  const pdf = await byPdfkit([...holders.map(holder => payeeCopy(holder)), ['Dear investor'], ['A cover sheet']])
  const id = await givenBatch(portal, admin, [{ filename: 'a.pdf', content: pdf }], {
    split: { mode: 'pages', pages: '1' },
  })
  const [, , letter, cover] = (await getBatch(admin, id)).items
  await matchDocument(admin, letter?.id ?? '', { holder: holders[0]?.number ?? '' })
  await excludeOpenDocuments(admin, id, { reason: 'Nobody’s' })
  expect((await getBatchItem(admin, cover?.id ?? '')).state).toBe('excluded')
  await withHeldJobs(portal, 'match-papers', () => readBatchAgain(admin, id, { split: 'pages', pages: '1' }))
  const { rows } = await portal.owner.query('select round from paper_batches where id = $1', [id])
  const job = { batch: id, round: Number(rows[0].round) }
  await Promise.all([matchDocuments(job), matchDocuments(job)])
  await matchDocuments({ ...job, round: job.round - 1 })
  const { batch, items } = await getBatch(admin, id)
  expect(batch).toMatchObject({ state: 'review', documents: 4, matched: 3, byHand: 1, excluded: 1 })
  expect(statesOf(items)).toEqual([holders[0]?.number, holders[1]?.number, holders[0]?.number, 'excluded'])
  // Old files are gone, new ones are there.
  const kept = await portal.owner.query('select part_path from paper_batch_items where batch_id = $1', [id])
  for (const { part_path } of kept.rows) expect(await storage().head(part_path)).toBeDefined()
})

test('a batch that is discarded leaves nothing behind, and nobody gets anything', async ({ portal, admin }) => {
  const [holder] = (await givenBatchHolders(portal, ['Eli Unger'])) as [BatchHolder]
  const pdf = await byPdfkit([payeeCopy(holder), payeeCopy(holder)])
  const id = await givenBatch(portal, admin, [{ filename: 'a.pdf', content: pdf }], {
    split: { mode: 'pages', pages: '1' },
  })
  const { rows } = await portal.owner.query(
    'select file_path from paper_sources where batch_id = $1 union all select part_path from paper_batch_items where batch_id = $1',
    [id],
  )
  expect(rows).toHaveLength(3)
  await discardBatch(admin, id)
  await eventually('no file is left', async () =>
    (await Promise.all(rows.map(({ file_path }) => storage().head(file_path)))).every(found => found === undefined),
  )
  await expect(discardBatch(admin, id)).rejects.toMatchObject({ code: 'BULK_STATE' })
  await expect(requestBatchRelease(admin, id)).rejects.toMatchObject({ code: 'BULK_STATE' })
  expect(await documentsOf(holder)).toEqual([])
})

test('only an administrator starts a batch, only with their own files, and with so much at once', async ({
  portal,
  admin,
  investor,
}) => {
  const request = { id: randomUUID(), files: [randomUUID()], category: 'Tax', word: '', period: '' }
  const split = { mode: 'whole', pages: '' }
  const refused = (actor: Actor, more: object, code: string) =>
    expect(startBatch(actor, { ...request, split, ...more })).rejects.toMatchObject({ code })
  await refused(investor, {}, 'FORBIDDEN')
  await refused(admin, { files: [] }, 'BULK_EMPTY')
  await refused(admin, { files: Array.from({ length: 501 }, () => randomUUID()) }, 'BULK_LARGE')
  await refused(admin, { split: { mode: 'pages', pages: '0' } }, 'BULK_SPLIT')
  await refused(admin, { split: { mode: 'words', pages: '1' } }, 'BULK_SPLIT')
  await refused(admin, {}, 'BULK_FILE_GONE')
  await refused(admin, { category: 'Anything' }, 'UNEXPECTED')
  const [holder] = (await givenBatchHolders(portal, ['Flo Voss'])) as [BatchHolder]
  const content = await byPdfkit([payeeCopy(holder)])
  const id = randomUUID()
  await givenBatch(portal, admin, [{ filename: 'a.pdf', content }], { id })
  // The same form again, after a lost answer.
  expect(await startBatch(admin, { ...request, split, id })).toBe(id)
})

test('in the database, no document is made but what two people approved, and it goes to nobody else', async ({
  portal,
  admin,
  colleague,
}) => {
  const holders = await givenBatchHolders(portal, ['Guy Webb', 'Hue Yates'])
  const [a, b] = holders as [BatchHolder, BatchHolder]
  const pdf = await byPdfkit(holders.map(holder => payeeCopy(holder)))
  const id = await givenBatch(portal, admin, [{ filename: 'a.pdf', content: pdf }], {
    split: { mode: 'pages', pages: '1' },
  })
  const { rows } = await portal.owner.query(
    'select document_id, part_sha256 from paper_batch_items where batch_id = $1 order by n',
    [id],
  )
  const insert = (document: string, holder: string) =>
    portal.owner.query(
      insertOf(
        'documents',
        fileRow({
          id: document,
          user_id: a.person.id,
          holder_id: holder,
          category: 'Tax',
          sha256: rows[0].part_sha256,
        }),
      ),
    )
  await expect(insert(rows[0].document_id, a.id)).rejects.toThrow('not what two people approved')
  await releaseBatch(portal, admin, colleague, id)
  await expect(
    portal.owner.query('update documents set holder_id = $2 where id = $1', [rows[0].document_id, b.id]),
  ).rejects.toThrow('a delivered document stays with its holder')
})
