import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { JobDeferred } from '../../../server/jobs/jobs.ts'
import { readConfig } from '../../../server/platform/config.ts'
import { fileRow } from '../../../server/sample/documents.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { eicar, eicarSignature, startClamd } from '../../../tests/helpers/clamd.ts'
import { deliveryEnd, stageFile } from '../../../tests/helpers/deliveries.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { foundDocuments } from '../../../tests/helpers/found-documents.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { allSent, runPendingJobs, type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { unzip } from '../../../tests/helpers/unzip.ts'
import { fixture, uploader } from '../../../tests/helpers/uploads.ts'
import { getDelivery } from '../../deliveries/server/delivery.ts'
import { sendDelivery } from '../../deliveries/server/send-delivery.ts'
import { getAllDocumentsForAdmin } from '../../documents/server/all-documents.ts'
import { requestDocumentDelete } from '../../documents/server/deletion.ts'
import { getDocument, getUserDocuments } from '../../documents/server/documents.ts'
import { getDocumentViewHistory, incrementViewCount } from '../../documents/server/views.ts'
import { disablePerson } from '../../people/server/account-access.ts'
import { rescanFiles } from '../../people/server/operator-actions.ts'
import { getPendingWork } from '../../today/server/pending-work.ts'
import { checkFile } from '../server/check-file.ts'
import { openScanner } from '../server/scanner.ts'

const clamd = await startClamd()
afterAll(() => clamd[Symbol.asyncDispose]())
const test = testOnPortal({ CLAMD_URL: clamd.tcpUrl, NOTICE_WINDOW: '0' })
const slow = slowOf(test)

/** Uploads a file. @returns the document's id */
async function upload(
  portal: SharedPortal,
  person: Actor,
  filename: string,
  content: Buffer | string,
  owner: Actor = person,
): Promise<string> {
  const send = uploader(portal, await portal.sessionOf(person))
  const response = await send.upload({ filename, content, metadata: { userId: owner.id } })
  return response.headers.get('upload-document-id') ?? expect.fail(`not uploaded: ${response.status}`)
}

const stateOf = async (portal: SharedPortal, id: string) =>
  (await portal.owner.query('select * from documents where id = $1', [id])).rows[0]

/** Waits until a document's check has ended. */
const checked = (portal: SharedPortal, id: string) =>
  eventually('the end of the check', async () => {
    const document = await stateOf(portal, id)
    return document.check_state !== 'waiting' && document
  })

/** Scans waiting files now instead of at their next attempt. */
const retryNow = (portal: SharedPortal) => runPendingJobs(portal, 'check-file')

/** There is no scanner during `work`. */
async function whileAway(work: () => Promise<void>): Promise<void> {
  await clamd.stop()
  try {
    await work()
  } finally {
    await clamd.start()
  }
}

const zipOf = async (portal: SharedPortal, person: Actor, ids: string[]) =>
  portal.fetch('/files/zip', {
    method: 'POST',
    cookie: await portal.sessionOf(person),
    body: new URLSearchParams(ids.map(id => ['ids', id])),
    headers: { origin: portal.url },
  })

test('a clean file appears, and only then is its owner told about it', async ({ portal, investor, admin }) => {
  const own = await upload(portal, investor, 'Letter.txt', 'A letter')
  expect((await checked(portal, own)).check_state).toBe('clean')
  const cookie = await portal.sessionOf(investor)
  expect(await (await portal.fetch(`/files/${own}`, { cookie })).text()).toBe('A letter')

  const before = portal.mailbox.count(investor.email)
  let added = ''
  await whileAway(async () => {
    added = await upload(portal, admin, 'Statement.pdf', await fixture('statement.pdf'), investor)
    await allSent(portal)
    expect(portal.mailbox.count(investor.email)).toBe(before)
    expect(await getUserDocuments(investor, investor.id)).toHaveLength(1)
  })
  await retryNow(portal)
  await checked(portal, added)
  expect((await portal.mailbox.to(investor.email, before)).subject).toBeTruthy()
  expect(await getDocument(investor, added)).toMatchObject({ check_state: 'clean', marks: [] })
})

test('what is delivered to several waits for the scanner too, and malware reaches nobody', async ({
  portal,
  investor,
  second,
  admin,
  colleague,
}) => {
  const deliver = async (filename: string, content: string) => {
    const upload = await stageFile(portal, admin, { filename, content })
    const to = [`person:${investor.id}`, `person:${second.id}`]
    const files = [{ upload, name: filename }]
    const id = await sendDelivery(admin, { id: randomUUID(), category: 'Statements', files, to })
    // A colleague sees the delivery's state, but not the documents.
    return deliveryEnd(colleague, id)
  }
  const statesOf = async (id: string) => {
    const { documents } = await getDelivery(colleague, id)
    return [...new Set(documents.map(({ checkState }) => checkState))]
  }
  await whileAway(async () => {
    const { delivery } = await deliver('Letter.txt', 'A letter to everyone')
    expect(await statesOf(delivery.id)).toEqual(['waiting'])
    expect(await getUserDocuments(investor, investor.id)).toEqual([])
    await eventually('an attempt', async () => {
      const { rows } = await portal.owner.query(
        "select from jobs.job where name = 'check-file' and retry_count > 0 and state < 'active'",
      )
      return rows.length >= 2
    })
  })
  await retryNow(portal)
  await eventually('both are there', async () => {
    const lists = [await getUserDocuments(investor, investor.id), await getUserDocuments(second, second.id)]
    return lists.every(documents => documents.length === 1)
  })
  const { delivery } = await deliver('Bad.txt', eicar)
  await eventually('both are found', async () => (await statesOf(delivery.id)).every(state => state === 'infected'))
  expect(await getUserDocuments(investor, investor.id)).toHaveLength(1)
})

test('while the scanner is away a file waits: its uploader sees it listed, and no one can open it', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const seen = await upload(portal, investor, 'Seen.txt', 'A letter that was checked')
  await checked(portal, seen)
  const { total } = await getAllDocumentsForAdmin(admin)
  await whileAway(async () => {
    const id = await upload(portal, investor, 'Letter.txt', 'A letter')
    // An attempt to check it has failed by now.
    await eventually('an attempt', async () => {
      const { rows } = await portal.owner.query(
        "select from jobs.job where name = 'check-file' and retry_count > 0 and data ->> 'document_id' = $1",
        [id],
      )
      return rows.length > 0
    })
    expect(await getDocument(investor, id)).toMatchObject({ check_state: 'waiting' })
    for (const other of [second, admin]) {
      await expect(getDocument(other, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect((await portal.fetch(`/files/${id}`, { cookie: await portal.sessionOf(other) })).status).toBe(404)
      expect((await queryAs(portal, other.id, `select from documents where id = '${id}'`)).rowCount).toBe(0)
    }
    const query = { search: '', sort: 'newest' } as const
    const { rows } = await foundDocuments(admin, investor.id, query)
    expect(rows.map(({ id }) => id)).toEqual([seen])
    const everyone = await getAllDocumentsForAdmin(admin)
    expect(everyone.total).toBe(total)
    expect(everyone.documents.map(({ id }) => id)).not.toContain(id)
    expect((await getAllDocumentsForAdmin(admin, { search: 'letter' })).documents.map(({ id }) => id)).not.toContain(id)

    for (const path of [`/files/${id}`, `/files/${id}?download=1`, `/files/${id}?confirmed=1`]) {
      const refused = await portal.fetch(path, { cookie: await portal.sessionOf(investor) })
      expect(refused.status).toBe(409)
      expect(await refused.json()).toMatchObject({ code: 'FILE_WAITING' })
    }
    const waiting = { code: 'FILE_WAITING' }
    expect(await (await zipOf(portal, investor, [id])).json()).toMatchObject(waiting)
    const archive = unzip(Buffer.from(await (await zipOf(portal, investor, [seen, id])).arrayBuffer()))
    expect(archive.map(({ name }) => name)).toEqual(['Seen.txt', 'Not in this archive.txt'])
    expect(archive[1]?.content.toString()).toContain('Letter.txt: still being checked for malware')
    const exported = await portal.fetch('/files/everything', { cookie: await portal.sessionOf(investor) })
    const everything = unzip(Buffer.from(await exported.arrayBuffer()))
    expect(everything.map(({ name }) => name)).not.toContain('documents/General/Letter.txt')
    expect(everything.at(-1)?.content.toString()).toContain('Letter.txt: still being checked for malware')

    await expect(incrementViewCount(investor, id)).rejects.toMatchObject(waiting)
    await expect(requestDocumentDelete(investor, id)).rejects.toMatchObject(waiting)
    expect(await getDocumentViewHistory(investor, id)).toEqual([])

    expect((await getPendingWork(admin)).pendingFiles).toEqual({ files: 0, since: null })
    await portal.owner.query("update documents set created_at = now() - interval '1 hour' where id = $1", [id])
    const { pendingFiles } = await getPendingWork(admin)
    expect(pendingFiles.files).toBe(1)
    expect(Date.now() - Number(pendingFiles.since)).toBeGreaterThan(3_500_000)
    expect((await portal.fetch('/readyz')).status).toBe(200)
    expect((await stateOf(portal, id)).check_state).toBe('waiting')
  })
  const [waited] = (await portal.owner.query("select id from documents where check_state = 'waiting'")).rows
  await retryNow(portal)
  expect((await checked(portal, waited.id)).check_state).toBe('clean')
  expect(await getDocument(admin, waited.id)).toMatchObject({ filename: 'Letter.txt' })
})

test('an infected file is never served: it is removed, and uploader and administrators are told', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const id = await upload(portal, admin, 'Terms of your note.txt', eicar, investor)
  const document = await checked(portal, id)
  expect(document).toMatchObject({ check_state: 'infected', check_result: eicarSignature })
  await eventually('the removal of the file', () => !existsSync(join(portal.dataDir, 'files', document.file_path)))
  const cookie = await portal.sessionOf(admin)
  const refused = await portal.fetch(`/files/${id}?confirmed=1`, { cookie })
  expect(refused.status).toBe(410)
  expect(await refused.json()).toMatchObject({ code: 'FILE_INFECTED' })
  expect(await getDocument(admin, id)).toMatchObject({ check_state: 'infected' })
  for (const other of [investor, second]) {
    await expect(getDocument(other, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  const letter = await upload(portal, admin, 'Letter.txt', 'A letter', investor)
  await checked(portal, letter)
  const archive = unzip(Buffer.from(await (await zipOf(portal, admin, [letter, id])).arrayBuffer()))
  expect(archive.map(({ name }) => name)).toEqual(['Letter.txt', 'Not in this archive.txt'])
  expect(archive[1]?.content.toString()).toContain('Terms of your note.txt: contained malware and was removed')

  const toUploader = await portal.mailbox.to(admin.email)
  expect(toUploader.subject).toBe('We removed a file you uploaded')
  expect(toUploader.text).not.toContain('Terms of your note')
  const { rows } = await portal.owner.query(
    "select * from audit_log where action = 'document.infected' and subject_id = $1",
    [id],
  )
  const details = { signature: eicarSignature, user_id: investor.id, uploaded_by: admin.id }
  expect(rows).toMatchObject([{ actor_id: null, actor_role: 'system', details }])
  await allSent(portal)
  expect(portal.mailbox.allTo(investor.email).map(({ subject }) => subject)).not.toContain(
    'We removed a file you uploaded',
  )

  const other = await upload(portal, investor, 'Mine.txt', eicar)
  await checked(portal, other)
  const toAdministrator = await eventually('mail to an administrator', () =>
    portal.mailbox.allTo(admin.email).find(({ subject }) => subject === 'An uploaded file contained malware'),
  )
  expect(toAdministrator.text).toContain(
    `${investor.email} uploaded “Mine.txt”. The malware scanner found ${eicarSignature}`,
  )
})

test('a file is removed also where its uploader’s access was closed before it was scanned', async ({
  portal,
  investor,
  admin,
}) => {
  let id = ''
  await whileAway(async () => {
    id = await upload(portal, investor, 'Letter.txt', eicar)
    await disablePerson(admin, investor.id, { reason: 'Test' })
  })
  await retryNow(portal)
  expect(await checked(portal, id)).toMatchObject({ check_state: 'infected' })
  await allSent(portal)
  expect(portal.mailbox.allTo(investor.email)).toEqual([])
})

slow('a file that the scanner refuses to read waits', async ({ portal, investor }) => {
  const id = await upload(portal, investor, 'Long.txt', 'A long letter. '.repeat(200_000))
  await eventually('an attempt', async () => {
    const { rows } = await portal.owner.query(
      "select from jobs.job where name = 'check-file' and retry_count > 0 and data ->> 'document_id' = $1",
      [id],
    )
    return rows.length > 0
  })
  expect((await stateOf(portal, id)).check_state).toBe('waiting')
  await portal.owner.query('delete from documents where id = $1', [id])
})

test('a process without a scanner leaves a file that waits for one to another process', async ({
  portal,
  investor,
}) => {
  const { id } = await givenDocument(portal, investor)
  await portal.owner.query("update documents set check_state = 'waiting', marks = null where id = $1", [id])
  openScanner({ clamd: undefined })
  try {
    await expect(checkFile({ document_id: id })).rejects.toThrow(JobDeferred)
    expect((await stateOf(portal, id)).check_state).toBe('waiting')
  } finally {
    openScanner(readConfig({ CLAMD_URL: clamd.tcpUrl }))
  }
  await checkFile({ document_id: id })
  expect((await stateOf(portal, id)).check_state).toBe('clean')
})

test('no one but the queue says what a check found', async ({ portal, investor, admin }) => {
  const { id } = await givenDocument(portal, investor)
  await portal.owner.query("update documents set check_state = 'waiting' where id = $1", [id])
  const denied = { code: '42501' }
  for (const person of [investor, admin]) {
    for (const change of ["check_state = 'clean', checked_at = now()", "marks = '{}'", 'check_result = null']) {
      const statement = `update documents set ${change} where id = '${id}'`
      await expect(queryAs(portal, person.id, statement), change).rejects.toMatchObject(denied)
    }
  }
  const claimed = fileRow({ user_id: investor.id, check_state: 'clean', checked_at: new Date() })
  await expect(queryAs(portal, investor.id, insertOf('documents', claimed))).rejects.toMatchObject(denied)
  for (const change of ['view_count = view_count + 1', "delete_request_status = 'pending'"]) {
    const statement = `update documents set ${change} where id = '${id}'`
    await expect(queryAs(portal, investor.id, statement), change).rejects.toMatchObject(denied)
  }
  await expect(queryAs(portal, investor.id, 'select * from app.waiting_files()')).rejects.toMatchObject(denied)
})

test('the operator has everything checked again, what was there before the scanner too', async ({
  portal,
  investor,
  second,
}) => {
  const clean = await givenDocument(portal, investor, {
    filename: 'Script.pdf',
    content: await fixture('marked/script.pdf'),
  })
  const infected = await givenDocument(portal, second, { filename: 'Letter.txt', content: eicar })
  expect(await getDocument(investor, clean.id)).toMatchObject({ check_state: 'unchecked', marks: null })
  const { sentence } = await rescanFiles(portal.owner)
  expect(sentence).toMatch(/^The site will check \d+ files/)
  const scanned = (id: string) =>
    eventually('a scan', async () => {
      const document = await stateOf(portal, id)
      return document.checked_at && document
    })
  expect(await scanned(clean.id)).toMatchObject({ check_state: 'clean', marks: ['scripts'] })
  expect(await scanned(infected.id)).toMatchObject({ check_state: 'infected' })
  await portal.mailbox.to(second.email)
})
