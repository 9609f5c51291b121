import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { unsubscribeLifetime } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { seal } from '../../../server/platform/seal.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { allNotified, notifyOf } from '../../../tests/helpers/notifications.ts'
import { testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { fixture, uploader } from '../../../tests/helpers/uploads.ts'
import { cleanUpNotices } from '../server/digest.ts'
import { unsubscribeToken, updateMailPreferences } from '../server/mail-preferences.ts'
import { notify } from '../server/notify.ts'

// These tests use a notification window of zero.
const test = testOnPortal({ NOTICE_WINDOW: '0' })

const added = (admin: Actor, investor: Actor, documentId: string, filename = 'Note.pdf') =>
  notifyOf({ by: admin, kind: 'document-added', userId: investor.id, documentId, filename })

test('a person is notified of a document an administrator uploads, but not of their own', async ({
  portal,
  investor,
  admin,
}) => {
  const content = await fixture('statement.pdf')
  const own = uploader(portal, await portal.sessionOf(investor))
  expect((await own.upload({ filename: 'Mine.pdf', content })).status).toBe(204)
  const desk = uploader(portal, await portal.sessionOf(admin))
  const metadata = { userId: investor.id }
  expect((await desk.upload({ filename: 'Statement.pdf', content, metadata })).status).toBe(204)
  await portal.mailbox.to(investor.email)
  await allNotified(portal)
  expect(portal.mailbox.count(investor.email)).toBe(1)
})

test('a single new document is a single link, which includes the name only if the reader chose that', async ({
  portal,
  investor,
  admin,
}) => {
  const { mailbox, url } = portal
  const { id } = await givenDocument(portal, investor, { filename: 'Q3 <statement> & more.pdf' })
  await added(admin, investor, id)
  const unnamed = await mailbox.to(investor.email)
  expect(unnamed.text).toContain(`${url}/profile?document=${id}`)
  expect(unnamed.text).not.toContain('Q3')
  await updateMailPreferences(investor, { names_in_mail: true })
  await added(admin, investor, id, 'its name until it was renamed.pdf')
  const named = await mailbox.to(investor.email, 1)
  expect(named.text).toContain('- Q3 <statement> & more.pdf')
  expect(named.html).toContain('Q3 &lt;statement&gt; &amp; more.pdf')
})

test('a person’s preferences are respected, and their own actions are not reported to them', async ({
  portal,
  investor,
  admin,
}) => {
  const { mailbox, owner } = portal
  const { id } = await givenDocument(portal, investor)
  await updateMailPreferences(investor, { document_added: false })
  await added(admin, investor, id)
  await notifyOf({ by: investor, kind: 'document-added', userId: investor.id, documentId: id, filename: 'a.pdf' })
  await allNotified(portal)
  const { rows } = await owner.query('select mail_id, taken_at is not null as taken from notices where user_id = $1', [
    investor.id,
  ])
  expect(rows).toEqual([{ mail_id: null, taken: true }])
  await notifyOf({ by: admin, kind: 'delete-rejected', userId: investor.id, documentId: id, filename: 'a.pdf' })
  await mailbox.to(investor.email)
  expect(mailbox.count(investor.email)).toBe(1)
  // They are still notified of tax documents.
  await owner.query("update documents set category = 'Tax' where id = $1", [id])
  await added(admin, investor, id)
  await allNotified(portal)
  expect(mailbox.count(investor.email)).toBe(2)
})

test('an action that is rolled back sends no notification, and neither does a document added and removed again', async ({
  portal,
  investor,
  admin,
}) => {
  const { mailbox, owner } = portal
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
  expect((await owner.query('select from notices where user_id = $1', [investor.id])).rowCount).toBe(0)
  await added(admin, investor, randomUUID())
  await allNotified(portal)
  expect(mailbox.count(investor.email)).toBe(0)
})

test('mail waits out a mail server failure, is sent once, and goes to the person’s address at that time', async ({
  portal,
  investor,
  admin,
  domain,
}) => {
  const { mailbox, owner } = portal
  mailbox.refusing = true
  const { id } = await givenDocument(portal, investor)
  await added(admin, investor, id)
  await eventually('a refused attempt', async () => {
    const { rows } = await owner.query("select from jobs.job where name = 'send-mail' and state = 'retry'")
    return rows.length === 1
  })
  const moved = `moved@${domain}`
  await owner.query('update user_profiles set email = $2 where id = $1', [investor.id, moved])
  mailbox.refusing = false
  const mail = await mailbox.to(moved)
  await allNotified(portal)
  expect([mailbox.count(moved), mailbox.count(investor.email)]).toEqual([1, 0])
  const { rows } = await owner.query('select mail_id from notices where user_id = $1', [investor.id])
  expect(mail.messageId).toBe(`<${rows[0].mail_id}@larkstone.example>`)
})

test('a notification is deleted a month after it was sent', async ({ portal, investor, admin }) => {
  await added(admin, investor, randomUUID())
  await allNotified(portal)
  await cleanUpNotices()
  expect((await portal.owner.query('select from notices where user_id = $1', [investor.id])).rowCount).toBe(1)
  await portal.owner.query("update notices set taken_at = now() - interval '31 days' where user_id = $1", [investor.id])
  await cleanUpNotices()
  expect((await portal.owner.query('select from notices where user_id = $1', [investor.id])).rowCount).toBe(0)
})

test('the one-click unsubscribe of mail programs works without a sign-in, and only with our signature', async ({
  portal,
  investor,
  admin,
}) => {
  const { mailbox, owner } = portal
  const { id } = await givenDocument(portal, investor)
  await added(admin, investor, id)
  const mail = await mailbox.to(investor.email)
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const address = new URL(header('list-unsubscribe').slice(1, -1))
  const press = (path: string, method = 'POST') =>
    portal.fetch(path, { method, body: method === 'POST' ? 'List-Unsubscribe=One-Click' : undefined })
  const opened = await press(address.pathname + address.search, 'GET')
  expect([opened.status, opened.headers.get('location')]).toEqual([302, '/profile/settings'])
  expect((await press('/unsubscribe?token=forged')).status).toBe(404)
  expect((await press('/unsubscribe')).status).toBe(404)
  expect((await owner.query('select from mail_preferences where user_id = $1', [investor.id])).rowCount).toBe(0)
  expect((await press(address.pathname + address.search)).status).toBe(200)
  const { rows } = await owner.query(
    'select document_added, delete_decided, user_id from mail_preferences where user_id = $1',
    [investor.id],
  )
  expect(rows).toEqual([{ document_added: false, delete_decided: false, user_id: investor.id }])
})

test('an unsubscribe token works for 400 days, one from before tokens had a time until then as well', async ({
  portal,
  investor,
}) => {
  const press = async (token: string) => (await portal.fetch(`/unsubscribe?token=${token}`, { method: 'POST' })).status
  expect(await press(unsubscribeToken(investor.id))).toBe(200)
  expect(await press(unsubscribeToken(investor.id, Date.now() - unsubscribeLifetime - 1000))).toBe(404)
  expect(await press(seal('unsubscribe', investor.id))).toBe(200)
})
