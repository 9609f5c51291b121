import { expect } from 'vitest'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { allNotified, endNotificationDelay } from '../../../tests/helpers/notifications.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { uploader } from '../../../tests/helpers/uploads.ts'
import { requestDocumentsDelete } from '../../documents/server/bulk-deletion.ts'
import { requestDocumentDelete } from '../../documents/server/deletion.ts'
import { requestErasure } from '../../people/server/erasure-request.ts'
import { sendDigest } from '../server/digest.ts'
import { getMailPreferences, unsubscribe, unsubscribeToken, updateMailPreferences } from '../server/mail-preferences.ts'

const content = 'A statement'

async function onlyAdministrators(portal: SharedPortal, ...ids: string[]): Promise<void> {
  await portal.owner.query('update user_profiles set is_admin = false where id <> all ($1)', [ids])
}

async function ended(portal: SharedPortal): Promise<void> {
  await endNotificationDelay(portal)
  await allNotified(portal)
}

test('administrators get one e-mail about uploads, delete requests and people, which names nobody', async ({
  portal,
  investor,
  second,
  admin,
  domain,
}) => {
  const other = await portal.newPerson(`other@${domain}`, { isAdmin: true })
  await onlyAdministrators(portal, admin.id, other.id)
  const own = uploader(portal, await portal.sessionOf(investor))
  await own.upload({ filename: 'Passport.txt', content })
  await own.upload({ filename: 'Proof of address.txt', content })
  const { id } = await givenDocument(portal, second)
  await requestDocumentDelete(second, id)
  await requestDocumentDelete(second, id)
  await portal.newPerson(`guest@${domain}`, { guest: true })
  await ended(portal)
  for (const { email } of [admin, other]) {
    const [mail, ...more] = portal.mailbox.allTo(email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('There’s something new in your Larkstone portal')
    expect(mail?.text).toContain('Investors uploaded 2 files.')
    expect(mail?.text).toContain('An investor asked to delete a document.')
    expect(mail?.text).toContain('Someone new has joined.')
    expect(mail?.text).toContain(`Open Today:\n${portal.url}/profile/admin/today`)
    expect(mail?.text).toContain('because you’re an administrator')
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/\.txt|\.pdf|Iris|Second/)
  }
  expect(portal.mailbox.count(investor.email) + portal.mailbox.count(second.email)).toBe(0)
})

test('one kind of news leads straight to its place, and is named where the administrator wants names', async ({
  portal,
  investor,
  admin,
}) => {
  await onlyAdministrators(portal, admin.id)
  await updateMailPreferences(admin, { names_in_mail: true })
  const ids = await Promise.all(
    [1, 2].map(async n => (await givenDocument(portal, investor, { filename: `${n}.pdf` })).id),
  )
  await requestDocumentsDelete(investor, { ids })
  await ended(portal)
  const [mail] = portal.mailbox.allTo(admin.email)
  expect(mail?.text).toContain('Investors asked to delete 2 documents.')
  expect(mail?.text).toContain('- 1.pdf')
  expect(mail?.text).toContain(`Open the delete requests:\n${portal.url}/profile/admin/delete-requests`)
  const own = uploader(portal, await portal.sessionOf(investor))
  await own.upload({ filename: 'Passport.txt', content })
  await ended(portal)
  expect(portal.mailbox.allTo(admin.email)[1]?.text).toMatch(/Open the document:\n\S+\/profile\?document=/)
})

test('each administrator chooses; requests to erase an account are always told', async ({
  portal,
  investor,
  admin,
  domain,
}) => {
  await onlyAdministrators(portal, admin.id)
  await updateMailPreferences(admin, { file_received: false, delete_requested: false, person_joined: false })
  const { id } = await givenDocument(portal, investor)
  await requestDocumentDelete(investor, id)
  const own = uploader(portal, await portal.sessionOf(investor))
  await own.upload({ filename: 'Passport.txt', content })
  await portal.newPerson(`guest@${domain}`, { guest: true })
  await ended(portal)
  expect(portal.mailbox.count(admin.email)).toBe(0)
  await requestErasure(investor, {})
  await ended(portal)
  const [mail] = portal.mailbox.allTo(admin.email)
  expect(mail?.text).toContain('Someone has asked us to erase their account.')
  expect(mail?.text).not.toMatch(/upload|delete|joined/)
})

test('what administrators do themselves is nobody’s news, and simultaneous jobs send one e-mail', async ({
  portal,
  investor,
  admin,
  domain,
}) => {
  const other = await portal.newPerson(`other@${domain}`, { isAdmin: true })
  await onlyAdministrators(portal, admin.id, other.id)
  const { id } = await givenDocument(portal, other)
  await requestDocumentDelete(other, id)
  await uploader(portal, await portal.sessionOf(other)).upload({
    filename: 'Ours.txt',
    content,
  })
  const notices = () => portal.owner.query('select id as notice, user_id from notices where user_id = $1', [admin.id])
  expect((await notices()).rows).toEqual([])
  const ids = await Promise.all([1, 2, 3].map(async () => (await givenDocument(portal, investor)).id))
  await Promise.all(ids.map(one => requestDocumentDelete(investor, one)))
  const { rows } = await notices()
  await Promise.all([...rows, ...rows].map(sendDigest))
  await ended(portal)
  expect(portal.mailbox.count(admin.email)).toBe(1)
})

test('someone who is no longer an administrator gets none of it', async ({ portal, investor, admin, domain }) => {
  const former = await portal.newPerson(`former@${domain}`, { isAdmin: true })
  await onlyAdministrators(portal, admin.id, former.id)
  const { id } = await givenDocument(portal, investor)
  await requestDocumentDelete(investor, id)
  await onlyAdministrators(portal, admin.id)
  await ended(portal)
  expect([portal.mailbox.count(admin.email), portal.mailbox.count(former.email)]).toEqual([1, 0])
})

test('the unsubscribe button turns off everything that can be turned off', async ({ admin }) => {
  await unsubscribe(unsubscribeToken(admin.id))
  const { names_in_mail: _, ...choices } = await getMailPreferences(admin)
  expect(new Set(Object.values(choices))).toEqual(new Set([false]))
})
