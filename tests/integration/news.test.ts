import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { actAs } from '../../server/database/act-as.ts'
import { deleteDocuments } from '../../server/documents/bulk-deletion.ts'
import { approveDocumentDelete, rejectDocumentDelete, requestDocumentDelete } from '../../server/documents/deletion.ts'
import { createDocuSignDocument } from '../../server/documents/signing-links.ts'
import { cleanUpNotices, mailNotices } from '../../server/notifications/digest.ts'
import { updateMailPreferences } from '../../server/notifications/mail-preferences.ts'
import { notify } from '../../server/notifications/notify.ts'
import { givenDocument } from '../helpers/documents.ts'
import { eventually } from '../helpers/eventually.ts'
import { allTold, done, waitingIsOver } from '../helpers/news.ts'
import { type TestPortal, testPortal } from '../helpers/portal.ts'
import { fixture, uploader } from '../helpers/uploads.ts'

const added = (portal: TestPortal, documentId: string, filename = 'Note.pdf') =>
  done(portal, { kind: 'document-added', userId: portal.investor.id, documentId, filename })

test('several within the time of waiting become one mail, of all kinds, without a name', async () => {
  await using portal = await testPortal()
  const { investor, mailbox } = portal
  const first = await givenDocument(portal, investor, { filename: 'Promissory note.pdf' })
  const second = await givenDocument(portal, investor, { filename: 'Statement.pdf' })
  await added(portal, first.id, 'Promissory note.pdf')
  await added(portal, second.id, 'Statement.pdf')
  const asked = { userId: investor.id, filename: 'Old letter.pdf' }
  await done(portal, { kind: 'delete-approved', documentId: randomUUID(), ...asked })
  await done(portal, { kind: 'delete-rejected', ...asked, documentId: second.id })
  await waitingIsOver(portal)
  const mail = await mailbox.to('investor@example.com')
  await allTold(portal)
  expect(mailbox.messages).toHaveLength(1)
  expect(mail.subject).toBe('There’s something new in your Larkstone portal')
  expect(mail.text).toContain('2 documents were added to your portal.')
  expect(mail.text).toContain('Your request to delete a document was approved, and the document has been deleted.')
  expect(mail.text).toContain('Your request to delete a document was rejected.')
  expect(`${mail.text}${mail.html}`).not.toMatch(/\.pdf|Ada|admin/i)
  expect(mail.html).not.toMatch(/<img|src=/)
})

test('what an administrator uploads for a person is told; what the person uploads is not', async () => {
  await using portal = await testPortal({ NOTICE_WINDOW: '0' })
  const content = await fixture('statement.pdf')
  const own = uploader(portal, await portal.signIn('investor@example.com'))
  expect((await own.upload({ filename: 'Mine.pdf', content })).status).toBe(204)
  const desk = uploader(portal, await portal.signIn('admin@example.com'))
  const before = portal.mailbox.messages.length
  const metadata = { userId: portal.investor.id }
  expect((await desk.upload({ filename: 'Statement.pdf', content, metadata })).status).toBe(204)
  await portal.mailbox.to('investor@example.com', 1)
  await allTold(portal)
  expect(portal.mailbox.messages).toHaveLength(before + 1)
})

test('the requester is notified of the decision or a forced deletion; a new signing link counts as a document', async () => {
  await using portal = await testPortal()
  const { investor, admin, owner } = portal
  const other = await portal.newPerson('other-admin@example.com', { isAdmin: true })
  const given = async () => (await givenDocument(portal, investor)).id
  const [approved, rejected, forced, unasked, byAdmin] = [
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
  await deleteDocuments(admin, [forced, unasked])
  await approveDocumentDelete(admin, byAdmin)
  const link = await createDocuSignDocument(admin, {
    userId: investor.id,
    name: 'Note to sign',
    url: 'https://sign.example/1',
  })
  const { rows } = await owner.query('select user_id, kind, document_id from notices order by created_at')
  expect(rows).toEqual([
    { user_id: investor.id, kind: 'delete-approved', document_id: approved },
    { user_id: investor.id, kind: 'delete-rejected', document_id: rejected },
    { user_id: investor.id, kind: 'delete-approved', document_id: forced },
    { user_id: other.id, kind: 'delete-approved', document_id: byAdmin },
    { user_id: investor.id, kind: 'document-added', document_id: link.id },
  ])
  await waitingIsOver(portal)
  const mail = await portal.mailbox.to('investor@example.com')
  expect(mail.text).toContain('2 of your delete requests were approved')
  expect(mail.text).toContain('Your request to delete a document was rejected.')
})

test('nothing is mailed before the grouping window ends', async () => {
  await using portal = await testPortal()
  const { id } = await givenDocument(portal, portal.investor)
  await added(portal, id)
  const { rows } = await portal.owner.query(
    "select extract(epoch from start_after - created_on)::int as seconds from jobs.job where name = 'send-notices'",
  )
  expect(rows).toEqual([{ seconds: 600 }])
})

test('one new document is one link, which its reader’s own choice may name', async () => {
  await using portal = await testPortal({ NOTICE_WINDOW: '0' })
  const { investor, mailbox, url } = portal
  const { id } = await givenDocument(portal, investor, { filename: 'Q3 <statement> & more.pdf' })
  await added(portal, id)
  const unnamed = await mailbox.to('investor@example.com')
  expect(unnamed.text).toContain(`${url}/profile?document=${id}`)
  expect(unnamed.text).not.toContain('Q3')
  await updateMailPreferences(investor, { names_in_mail: true })
  await added(portal, id, 'its name until it was renamed.pdf')
  const named = await mailbox.to('investor@example.com', 1)
  expect(named.text).toContain('- Q3 <statement> & more.pdf')
  expect(named.html).toContain('Q3 &lt;statement&gt; &amp; more.pdf')
})

test('what a person has turned off is not mailed, and their own actions are not reported to them', async () => {
  await using portal = await testPortal({ NOTICE_WINDOW: '0' })
  const { investor, mailbox, owner } = portal
  const { id } = await givenDocument(portal, investor)
  await updateMailPreferences(investor, { document_added: false })
  await added(portal, id)
  await done(portal, { kind: 'document-added', userId: investor.id, documentId: id, filename: 'a.pdf', by: investor })
  await allTold(portal)
  const { rows } = await owner.query('select mail_id, taken_at is not null as taken from notices')
  expect(rows).toEqual([{ mail_id: null, taken: true }])
  await done(portal, { kind: 'delete-rejected', userId: investor.id, documentId: id, filename: 'a.pdf' })
  await mailbox.to('investor@example.com')
  expect(mailbox.messages).toHaveLength(1)
})

test('a deed that is undone tells nothing, and a document added and gone again is no news', async () => {
  await using portal = await testPortal({ NOTICE_WINDOW: '0' })
  const { investor, admin, mailbox, owner } = portal
  await expect(
    actAs(admin, async tx => {
      await notify(tx, {
        kind: 'document-added',
        userId: investor.id,
        documentId: randomUUID(),
        filename: 'a.pdf',
        by: admin,
      })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect((await owner.query('select from notices')).rowCount).toBe(0)
  await added(portal, randomUUID())
  await allTold(portal)
  expect(mailbox.messages).toHaveLength(0)
})

test('mail waits out a mail server in trouble, is sent once, and goes to the address the person has by then', async () => {
  await using portal = await testPortal({ NOTICE_WINDOW: '0' })
  const { investor, mailbox, owner } = portal
  mailbox.refusing = true
  const { id } = await givenDocument(portal, investor)
  await added(portal, id)
  await eventually('a refused try', async () => {
    const { rows } = await owner.query("select from jobs.job where name = 'send-mail' and state = 'retry'")
    return rows.length === 1
  })
  await owner.query("update user_profiles set email = 'moved@example.com' where id = $1", [investor.id])
  mailbox.refusing = false
  const mail = await mailbox.to('moved@example.com')
  await allTold(portal)
  expect(mailbox.messages).toHaveLength(1)
  const { rows } = await owner.query('select mail_id from notices')
  expect(mail.messageId).toBe(`<${rows[0].mail_id}@larkstone.example>`)
})

test('gathered by many at once, and again, it is one mail', async () => {
  await using portal = await testPortal()
  const { investor, mailbox, owner } = portal
  const { id } = await givenDocument(portal, investor)
  await Promise.all(Array.from({ length: 12 }, () => added(portal, id)))
  const { rows } = await owner.query('select id as notice, user_id from notices')
  await Promise.all([...rows, ...rows].map(mailNotices))
  await waitingIsOver(portal)
  await allTold(portal)
  expect(mailbox.messages).toHaveLength(1)
})

test('what comes while one mail is being made goes into the next, after its own time', async () => {
  await using portal = await testPortal()
  const { investor, mailbox, owner } = portal
  const { id } = await givenDocument(portal, investor)
  await added(portal, id)
  const { rows } = await owner.query('select id as notice, user_id from notices')
  await added(portal, id)
  await mailNotices(rows[0])
  await mailbox.to('investor@example.com')
  await added(portal, id)
  // The second notice went with the first: its own job takes nothing, not even what is too new.
  const second = await owner.query('select id as notice, user_id from notices order by created_at limit 1 offset 1')
  await mailNotices(second.rows[0])
  expect((await owner.query('select from notices where taken_at is null')).rowCount).toBe(1)
  await waitingIsOver(portal)
  await mailbox.to('investor@example.com', 1)
  await allTold(portal)
  expect(mailbox.messages).toHaveLength(2)
})

test('what was told a month ago is forgotten', async () => {
  await using portal = await testPortal({ NOTICE_WINDOW: '0' })
  await added(portal, randomUUID())
  await allTold(portal)
  await cleanUpNotices()
  expect((await portal.owner.query('select from notices')).rowCount).toBe(1)
  await portal.owner.query("update notices set taken_at = now() - interval '31 days'")
  await cleanUpNotices()
  expect((await portal.owner.query('select from notices')).rowCount).toBe(0)
})

test('the button of mail programs ends such mail without a sign-in, and only with our own seal', async () => {
  await using portal = await testPortal({ NOTICE_WINDOW: '0' })
  const { investor, mailbox, owner } = portal
  const { id } = await givenDocument(portal, investor)
  await added(portal, id)
  const mail = await mailbox.to('investor@example.com')
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const address = new URL(header('list-unsubscribe').slice(1, -1))
  const press = (path: string, method = 'POST') =>
    portal.fetch(path, { method, body: method === 'POST' ? 'List-Unsubscribe=One-Click' : undefined })
  const opened = await press(address.pathname + address.search, 'GET')
  expect([opened.status, opened.headers.get('location')]).toEqual([302, '/profile?tab=settings'])
  expect((await press('/unsubscribe?token=forged')).status).toBe(404)
  expect((await press('/unsubscribe')).status).toBe(404)
  expect((await owner.query('select from mail_preferences')).rowCount).toBe(0)
  expect((await press(address.pathname + address.search)).status).toBe(200)
  const { rows } = await owner.query('select document_added, delete_decided, user_id from mail_preferences')
  expect(rows).toEqual([{ document_added: false, delete_decided: false, user_id: investor.id }])
})
