import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { allNotified, endNotificationDelay } from '../../../tests/helpers/notifications.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { uploader } from '../../../tests/helpers/uploads.ts'
import { deleteDocument } from '../../documents/server/deletion.ts'
import { incrementViewCount } from '../../documents/server/views.ts'
import { updateMailPreferences } from '../../notifications/server/mail-preferences.ts'
import { disablePerson } from '../../people/server/account-access.ts'
import { erasePerson } from '../../people/server/erasure.ts'
import { getPendingForPerson } from '../server/pending-for-person.ts'
import { sendReminders } from '../server/reminders.ts'
import {
  askForDocument,
  markDocumentReceived,
  remindOfDocumentRequest,
  withdrawDocumentRequest,
} from '../server/request-document.ts'
import { getDocumentRequest, getDocumentRequests } from '../server/requests-list.ts'

const day = 24 * 3600 * 1000
const dayFromNow = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10)

const ask = (admin: Actor, { id: person }: Actor, name = 'Passport') => askForDocument(admin, { person, name })

async function upload(portal: SharedPortal, person: Actor, documentRequestId: string) {
  const sender = uploader(portal, await portal.sessionOf(person))
  const answer = await sender.upload({ filename: 'p.txt', content: 'my passport', metadata: { documentRequestId } })
  return { status: answer.status, documentId: answer.headers.get('Upload-Document-Id') }
}

test('an administrator asks, the person sees it, uploads it there, and the office sees it done', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const requested = await askForDocument(admin, {
    person: investor.id,
    name: '  Proof of   address ',
    note: 'A utility bill,\r\nnot older than three months.',
    due_on: dayFromNow(7),
  })
  const request = { id: requested, name: 'Proof of address', note: 'A utility bill,\nnot older than three months.' }
  expect((await getPendingForPerson(investor, investor.id)).requestedDocuments).toMatchObject([
    { ...request, dueOn: dayFromNow(7) },
  ])
  await expect(getPendingForPerson(second, investor.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(getDocumentRequest(second, requested)).rejects.toMatchObject({ code: 'NOT_FOUND' })

  const { documentId } = await upload(portal, investor, requested)
  expect((await getPendingForPerson(investor, investor.id)).requestedDocuments).toEqual([])
  const { requests } = await getDocumentRequests(admin, { filter: 'received', personId: investor.id })
  expect(requests).toMatchObject([
    { ...request, fulfilledDocumentId: documentId, personName: 'Iris Vestor', requesterName: 'Ada Ministrator' },
  ])
  const { rows } = await portal.owner.query('select action from audit_log where subject_id = $1 order by id', [
    requested,
  ])
  expect(rows.map(row => row.action)).toEqual(['document_request.created', 'document_request.fulfilled'])
  await expect(withdrawDocumentRequest(admin, requested)).rejects.toMatchObject({ code: 'REQUEST_FULFILLED' })
})

test('what was sent has the name of what was asked for, and can be replaced until the office opens it', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const id = await ask(admin, investor, 'Proof of address')
  const received = async () => (await getPendingForPerson(investor, investor.id)).received
  const namesOf = async () => {
    const { rows } = await portal.owner.query('select filename from documents where user_id = $1 order by created_at', [
      investor.id,
    ])
    return rows.map(({ filename }) => filename)
  }
  const first = await upload(portal, investor, id)
  expect(await namesOf()).toEqual(['Proof of address.txt'])
  expect(await received()).toMatchObject([{ id, name: 'Proof of address', isReplaceable: true }])
  expect(await upload(portal, second, id)).toMatchObject({ status: 404 })
  // It hasn't been opened: as if its upload had been undone.
  const next = await upload(portal, investor, id)
  expect(await namesOf()).toEqual(['Proof of address.txt'])
  expect(await getDocumentRequest(investor, id)).toMatchObject({ fulfilledDocumentId: next.documentId })
  expect(next.documentId).not.toBe(first.documentId)
  // Later it stays, and the new one has a number.
  await portal.owner.query("update documents set created_at = now() - interval '2 hours' where id = $1", [
    next.documentId,
  ])
  const last = await upload(portal, investor, id)
  expect(await namesOf()).toEqual(['Proof of address.txt', 'Proof of address (2).txt'])
  const { rows } = await portal.owner.query(
    "select details ->> 'filename' as sent from audit_log where subject_id = $1 and action = 'document_request.fulfilled'",
    [id],
  )
  expect(rows).toEqual(Array(3).fill({ sent: 'p.txt' }))
  await incrementViewCount(admin, String(last.documentId))
  expect(await received()).toMatchObject([{ id, isReplaceable: false }])
  expect(await upload(portal, investor, id)).toMatchObject({ status: 409 })
  const replaced = queryAs(
    portal,
    investor.id,
    'update document_requests set fulfilled_document_id = $2, fulfilled_at = now() where id = $1',
    [id, next.documentId],
  )
  await expect(replaced).rejects.toMatchObject({ code: '42501' })
  await portal.owner.query("update document_requests set fulfilled_at = now() - interval '8 days' where id = $1", [id])
  expect(await received()).toEqual([])
})

test('an upload for a request that is closed, or another person’s, is refused before any bytes are sent', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const id = await ask(admin, investor)
  expect(await upload(portal, second, id)).toMatchObject({ status: 404 })
  await withdrawDocumentRequest(admin, id)
  expect(await upload(portal, investor, id)).toMatchObject({ status: 409 })
  expect((await getPendingForPerson(investor, investor.id)).requestedDocuments).toEqual([])
})

test('a request stays fulfilled when its document is deleted', async ({ portal, investor, admin }) => {
  const id = await ask(admin, investor)
  const { documentId } = await upload(portal, investor, id)
  await deleteDocument(admin, String(documentId))
  expect(await getDocumentRequest(investor, id)).toMatchObject({
    fulfilledDocumentId: null,
    fulfilledAt: expect.any(Date),
  })
})

test('a request is open again when its file is infected', async ({ portal, investor, admin }) => {
  const id = await ask(admin, investor)
  const { documentId } = await upload(portal, investor, id)
  await portal.owner.query(
    "update documents set check_state = 'infected', checked_at = now(), check_result = 'Eicar' where id = $1",
    [documentId],
  )
  expect(await getDocumentRequest(investor, id)).toMatchObject({ fulfilledDocumentId: null, fulfilledAt: null })
})

test('what arrived by post is marked as received; nobody but administrators asks, withdraws or reminds', async ({
  investor,
  admin,
}) => {
  const id = await ask(admin, investor)
  const refused = { code: 'FORBIDDEN' }
  await expect(ask(investor, investor)).rejects.toMatchObject(refused)
  await expect(withdrawDocumentRequest(investor, id)).rejects.toMatchObject(refused)
  await expect(remindOfDocumentRequest(investor, id)).rejects.toMatchObject(refused)
  await expect(markDocumentReceived(investor, id)).rejects.toMatchObject(refused)
  await markDocumentReceived(admin, id)
  await expect(remindOfDocumentRequest(admin, id)).rejects.toMatchObject({ code: 'REQUEST_FULFILLED' })
})

test.for([
  ['no name', { name: ' \u0000 ' }, 'REQUEST_NAME_REQUIRED'],
  ['a long name', { name: 'a'.repeat(201) }, 'REQUEST_NAME_LONG'],
  ['a long note', { name: 'a', note: 'b'.repeat(1001) }, 'REQUEST_NOTE_LONG'],
  ['a day that has passed', { name: 'a', due_on: '2020-01-01' }, 'REQUEST_DAY_INVALID'],
  ['a day that doesn’t exist', { name: 'a', due_on: '2090-02-31' }, 'REQUEST_DAY_INVALID'],
  ['no day at all', { name: 'a', due_on: 'soon' }, 'REQUEST_DAY_INVALID'],
] as const)('a request with %s is refused', async ([_, typed, code], { investor, admin }) => {
  await expect(askForDocument(admin, { person: investor.id, ...typed })).rejects.toMatchObject({ code })
})

test('the person hears of it once, without names unless they allow them, and only while it is open', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const { mailbox } = portal
  await updateMailPreferences(second, { names_in_mail: true })
  const first = await ask(admin, investor)
  await withdrawDocumentRequest(admin, await ask(admin, investor, 'Tax form'))
  await remindOfDocumentRequest(admin, first)
  await ask(admin, second, 'Bank letter')
  await endNotificationDelay(portal)
  const mail = await mailbox.to(investor.email)
  expect(mail.text).toContain('A reminder: we still need a document from you.')
  expect(`${mail.text}${mail.html}`).not.toMatch(/Passport|Tax form|We need/)
  expect((await mailbox.to(second.email)).text).toContain('We need a document from you.\n- Bank letter')
  await allNotified(portal)
  expect([mailbox.count(investor.email), mailbox.count(second.email)]).toEqual([1, 1])
})

test('people are reminded by schedule, and on the day before it is needed', async ({ portal, investor, admin }) => {
  const id = await askForDocument(admin, { person: investor.id, name: 'Passport', due_on: dayFromNow(2) })
  const reminders = async () =>
    (await portal.owner.query('select reminders from document_requests where id = $1', [id])).rows[0]
  await sendReminders(new Date(Date.now() + 0.5 * day))
  expect(await reminders()).toEqual({ reminders: 0 })
  await portal.owner.query("update document_requests set created_at = now() - interval '2 days' where id = $1", [id])
  await sendReminders(new Date(Date.now() + day))
  await sendReminders(new Date(Date.now() + 1.2 * day))
  expect(await reminders()).toEqual({ reminders: 1 })
})

test('erasing an account removes its requests', async ({ portal, investor, admin }) => {
  const id = await ask(admin, investor)
  await disablePerson(admin, investor.id, { reason: 'a test' })
  await erasePerson(admin, investor.id, { openNote: false, confirmation: investor.email })
  const { rowCount } = await portal.owner.query('select from document_requests where id = $1', [id])
  expect(rowCount).toBe(0)
})
