import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { signingLinkRow } from '../../../server/sample/documents.ts'
import { insertRow } from '../../../server/sample/rows.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { allNotified, endNotificationDelay } from '../../../tests/helpers/notifications.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { reminderDays } from '../../document-requests/limits.ts'
import { getPendingForPerson } from '../../document-requests/server/pending-for-person.ts'
import { sendReminders } from '../../document-requests/server/reminders.ts'
import { updateMailPreferences } from '../../notifications/server/mail-preferences.ts'
import {
  askToSignAgain,
  confirmSignature,
  getSigningLink,
  markSigned,
  remindToSign,
  unmarkSigned,
} from '../server/signing.ts'
import { createDocuSignDocument } from '../server/signing-links.ts'
import { getSigningLinks } from '../server/signing-list.ts'
import { incrementViewCount } from '../server/views.ts'

const moved = { code: 'SIGNING_MOVED', status: 409 }
const day = 24 * 3600 * 1000

const givenLink = (admin: Actor, { id: userId }: Actor, name = 'Subscription agreement') =>
  createDocuSignDocument(admin, { userId, name, url: 'https://sign.example/1' })

const stateOf = async (actor: Actor, id: string) => (await getSigningLink(actor, id)).signingState

const auditOf = async ({ owner }: SharedPortal, id: string) =>
  (await owner.query('select action from audit_log where subject_id = $1 order by id', [id])).rows.map(
    row => row.action,
  )

test('a signing link is sent, opened by its owner, said to be signed, and confirmed by the fund', async ({
  portal,
  investor,
  admin,
}) => {
  const { id } = await givenLink(admin, investor)
  expect((await getPendingForPerson(investor, investor.id)).toSign).toMatchObject([
    { id, filename: 'Subscription agreement', externalUrl: 'https://sign.example/1', signingState: 'sent' },
  ])
  await incrementViewCount(admin, id)
  expect(await stateOf(investor, id)).toBe('sent')
  await incrementViewCount(investor, id)
  expect(await stateOf(investor, id)).toBe('opened')
  await markSigned(investor, id)
  await markSigned(investor, id)
  await incrementViewCount(investor, id)
  expect(await getSigningLink(admin, id)).toMatchObject({
    signingState: 'said_signed',
    signingOpenedAt: expect.any(Date),
    saidSignedAt: expect.any(Date),
    signingConfirmedAt: null,
  })
  expect((await getSigningLinks(admin)).links[0]).toMatchObject({ id, ownerName: 'Iris Vestor' })
  await confirmSignature(admin, id)
  expect((await getPendingForPerson(investor, investor.id)).toSign).toEqual([])
  expect((await getSigningLinks(admin, { filter: 'confirmed' })).links[0]).toMatchObject({ id })
  await expect(unmarkSigned(investor, id)).rejects.toMatchObject(moved)
  await expect(markSigned(investor, id)).rejects.toMatchObject(moved)
  expect(await auditOf(portal, id)).toEqual([
    'document.link_created',
    'document.viewed',
    'document.viewed',
    'signing.said_signed',
    'document.viewed',
    'signing.confirmed',
  ])
})

test('the owner can undo having said that they signed, and the fund can ask again', async ({
  investor,
  second,
  admin,
}) => {
  const { id } = await givenLink(admin, investor)
  await markSigned(investor, id)
  await unmarkSigned(investor, id)
  expect(await stateOf(investor, id)).toBe('opened')
  await confirmSignature(admin, id)
  await askToSignAgain(admin, id)
  expect(await getSigningLink(investor, id)).toMatchObject({
    signingState: 'sent',
    signingOpenedAt: null,
    saidSignedAt: null,
    signingConfirmedAt: null,
  })
  await expect(markSigned(admin, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(markSigned(second, id)).rejects.toMatchObject({ code: 'DOCUMENT_GONE' })
  await expect(confirmSignature(investor, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('files have no signing state; links from before there were states get one when the fund asks again', async ({
  portal,
  investor,
  admin,
}) => {
  const file = await givenDocument(portal, investor)
  await expect(confirmSignature(admin, file.id)).rejects.toMatchObject(moved)
  await expect(getSigningLink(investor, file.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const id = await insertRow(portal.owner, 'documents', signingLinkRow({ user_id: investor.id }))
  expect((await getPendingForPerson(investor, investor.id)).toSign).toEqual([])
  await expect(markSigned(investor, id)).rejects.toMatchObject(moved)
  await askToSignAgain(admin, id)
  expect((await getPendingForPerson(investor, investor.id)).toSign).toMatchObject([{ id, signingState: 'sent' }])
})

test('no one but its owner and administrators can change a link’s state, whatever the operations check', async ({
  portal,
  investor,
  admin,
}) => {
  const { id } = await givenLink(admin, investor)
  const { actAs } = await import('../../../server/database/act-as.ts')
  const set = (actor: Actor, state: 'confirmed' | 'sent' | 'said_signed') =>
    actAs(actor, tx => tx.updateTable('documents').set({ signing_state: state }).where('id', '=', id).execute())
  await expect(set(investor, 'confirmed')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(set(admin, 'said_signed')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await portal.owner.query(
    "update documents set signing_state = 'confirmed', signing_confirmed_at = now() where id = $1",
    [id],
  )
  await expect(set(investor, 'said_signed')).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('people are reminded by schedule, in one e-mail, until they have signed', async ({ portal, investor, admin }) => {
  const { mailbox, owner } = portal
  const [first, other] = [await givenLink(admin, investor), await givenLink(admin, investor, 'Tax form')]
  await endNotificationDelay(portal)
  expect((await mailbox.to(investor.email)).text).toContain('2 documents are ready for your signature.')
  await sendReminders()
  const countReminders = async () =>
    (await owner.query("select from notices where user_id = $1 and kind = 'signature-reminder'", [investor.id]))
      .rowCount
  expect(await countReminders()).toBe(0)

  const [days = 0] = reminderDays
  const due = new Date(Date.now() + days * day + 60_000)
  await Promise.all([sendReminders(due), sendReminders(due)])
  await sendReminders(due)
  expect(await countReminders()).toBe(2)
  await markSigned(investor, other.id)
  await endNotificationDelay(portal)
  const reminder = await mailbox.to(investor.email, 1)
  expect(reminder.text).toContain('A reminder: a document is still waiting for your signature.')
  expect(reminder.text).toContain(`/profile/signing/${first.id}`)
  expect(reminder.text).not.toContain('Subscription agreement')
  await allNotified(portal)
  expect(mailbox.count(investor.email)).toBe(2)

  for (let time = due.getTime(), week = 0; week < 20; week++) {
    time += 7 * day
    await sendReminders(new Date(time))
  }
  // The schedule's for one link, and one for the other link, signed after its first.
  expect(await countReminders()).toBe(reminderDays.length + 1)
})

test('an administrator reminds once a day; someone who turned such e-mail off gets none', async ({
  portal,
  investor,
  admin,
}) => {
  await updateMailPreferences(investor, { action_needed: false })
  const { id } = await givenLink(admin, investor)
  await remindToSign(admin, id)
  await expect(remindToSign(admin, id)).rejects.toMatchObject({ code: 'REMINDED_ALREADY', status: 409 })
  expect((await getSigningLinks(admin)).links.find(link => link.id === id)).toMatchObject({ signingReminders: 1 })
  await endNotificationDelay(portal)
  await allNotified(portal)
  expect(portal.mailbox.count(investor.email)).toBe(0)
  await confirmSignature(admin, id)
  await expect(remindToSign(admin, id)).rejects.toMatchObject(moved)
})
