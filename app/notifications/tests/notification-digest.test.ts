import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { allNotified, endNotificationDelay, notifyOf } from '../../../tests/helpers/notifications.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { deleteDocuments } from '../../documents/server/bulk-deletion.ts'
import { approveDocumentDelete, rejectDocumentDelete, requestDocumentDelete } from '../../documents/server/deletion.ts'
import { createDocuSignDocument } from '../../documents/server/signing-links.ts'
import { sendDigest } from '../server/digest.ts'

const added = (admin: Actor, investor: Actor, documentId: string, filename = 'Note.pdf') =>
  notifyOf({ by: admin, kind: 'document-added', userId: investor.id, documentId, filename })

test('several notifications within the window become one mail, of all kinds, without names', async ({
  portal,
  investor,
  admin,
}) => {
  const { mailbox } = portal
  const first = await givenDocument(portal, investor, { filename: 'Promissory note.pdf' })
  const other = await givenDocument(portal, investor, { filename: 'Statement.pdf' })
  await added(admin, investor, first.id, 'Promissory note.pdf')
  await added(admin, investor, other.id, 'Statement.pdf')
  const requested = { userId: investor.id, filename: 'Old letter.pdf' }
  await notifyOf({ by: admin, kind: 'delete-approved', documentId: randomUUID(), ...requested })
  await notifyOf({ by: admin, kind: 'delete-rejected', ...requested, documentId: other.id })
  await endNotificationDelay(portal)
  const mail = await mailbox.to(investor.email)
  await allNotified(portal)
  expect(mailbox.count(investor.email)).toBe(1)
  expect(mail.subject).toBe('There’s something new in your Larkstone portal')
  expect(mail.text).toContain('2 documents were added to your portal.')
  expect(mail.text).toContain('Your request to delete a document was approved, and the document has been deleted.')
  expect(mail.text).toContain('Your request to delete a document was rejected.')
  expect(`${mail.text}${mail.html}`).not.toMatch(/\.pdf|Ada|admin/i)
  expect(mail.html).not.toMatch(/<img|src=/)
})

test('the requester is notified of the decision or a forced deletion; a new signing link asks for a signature', async ({
  portal,
  investor,
  admin,
  domain,
}) => {
  const { owner } = portal
  const other = await portal.newPerson(`other-admin@${domain}`, { isAdmin: true })
  const given = async () => (await givenDocument(portal, investor)).id
  const [approved, rejected, forced, ifUnexpected, byAdmin] = [
    await given(),
    await given(),
    await given(),
    await given(),
    await given(),
  ]
  for (const id of [approved, rejected, forced]) await requestDocumentDelete(investor, id)
  await requestDocumentDelete(other, byAdmin)
  await approveDocumentDelete(admin, approved)
  await rejectDocumentDelete(admin, rejected)
  await deleteDocuments(admin, { ids: [forced, ifUnexpected] })
  await approveDocumentDelete(admin, byAdmin)
  const link = await createDocuSignDocument(admin, {
    userId: investor.id,
    name: 'Note to sign',
    url: 'https://sign.example/1',
  })
  const { rows } = await owner.query(
    `select user_id, kind, document_id from notices where user_id in ($1, $2) and kind <> 'delete-requested' order by created_at`,
    [investor.id, other.id],
  )
  expect(rows).toEqual([
    { user_id: investor.id, kind: 'delete-approved', document_id: approved },
    { user_id: investor.id, kind: 'delete-rejected', document_id: rejected },
    { user_id: investor.id, kind: 'delete-approved', document_id: forced },
    { user_id: other.id, kind: 'delete-approved', document_id: byAdmin },
    { user_id: investor.id, kind: 'signature-asked', document_id: link.id },
  ])
  await endNotificationDelay(portal)
  const mail = await portal.mailbox.to(investor.email)
  expect(mail.text).toContain('2 of your delete requests were approved, and the documents have been deleted.')
  expect(mail.text).toContain('Your request to delete a document was rejected.')
})

test('nothing is mailed before the grouping window ends', async ({ portal, investor, admin }) => {
  const { id } = await givenDocument(portal, investor)
  await added(admin, investor, id)
  const { rows } = await portal.owner.query(
    `select extract(epoch from start_after - created_on)::int as seconds from jobs.job
    where name = 'send-notices' and data->>'user_id' = $1`,
    [investor.id],
  )
  expect(rows).toEqual([{ seconds: 600 }])
})

test('simultaneous and repeated digest jobs send one mail', async ({ portal, investor, admin }) => {
  const { mailbox, owner } = portal
  const { id } = await givenDocument(portal, investor)
  await Promise.all(Array.from({ length: 12 }, () => added(admin, investor, id)))
  const { rows } = await owner.query('select id as notice, user_id from notices where user_id = $1', [investor.id])
  await Promise.all([...rows, ...rows].map(sendDigest))
  await endNotificationDelay(portal)
  await allNotified(portal)
  expect(mailbox.count(investor.email)).toBe(1)
})

test('what happens while a mail is being sent goes into the next one, after its own window', async ({
  portal,
  investor,
  admin,
}) => {
  const { mailbox, owner } = portal
  const { id } = await givenDocument(portal, investor)
  await added(admin, investor, id)
  const { rows } = await owner.query('select id as notice, user_id from notices where user_id = $1', [investor.id])
  await added(admin, investor, id)
  await sendDigest(rows[0])
  await mailbox.to(investor.email)
  await added(admin, investor, id)
  // The second notice went with the first, so its job sends nothing, not even the newer one.
  const later = await owner.query(
    'select id as notice, user_id from notices where user_id = $1 order by created_at limit 1 offset 1',
    [investor.id],
  )
  await sendDigest(later.rows[0])
  expect(
    (await owner.query('select from notices where user_id = $1 and taken_at is null', [investor.id])).rowCount,
  ).toBe(1)
  await endNotificationDelay(portal)
  await mailbox.to(investor.email, 1)
  await allNotified(portal)
  expect(mailbox.count(investor.email)).toBe(2)
})
