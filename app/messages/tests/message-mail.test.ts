import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { allNotified, endNotificationDelay } from '../../../tests/helpers/notifications.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { updateMailPreferences } from '../../notifications/server/mail-preferences.ts'
import { markConversationRead } from '../server/conversation.ts'
import { replyToConversation, startConversation } from '../server/write-message.ts'

const written = (person: Actor, subject = 'Okapi') => ({ personId: person.id, subject, body: 'Zebra' })

async function mailTo(portal: SharedPortal, { email }: Actor) {
  await endNotificationDelay(portal)
  await allNotified(portal)
  return portal.mailbox.allTo(email)
}

test('an investor is told once of all that the fund wrote, without a word of it', async ({
  portal,
  investor,
  admin,
}) => {
  const { id: attached } = await givenDocument(portal, investor, { filename: 'Quagga.pdf' })
  const id = await startConversation(admin, { ...written(investor), attachments: [attached] })
  await replyToConversation(admin, id, { body: 'Another zebra' })
  const [mail, ...others] = await mailTo(portal, investor)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('There’s something new in your Larkstone portal')
  expect(mail?.text).toContain('You have a new message.')
  expect(mail?.text).toContain(`${portal.url}/profile/messages/${id}`)
  expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/zebra|okapi|quagga|ada/i)
  await startConversation(admin, written(investor))
  await replyToConversation(admin, id, { body: 'A third' })
  const [, second, ...more] = await mailTo(portal, investor)
  expect(more).toEqual([])
  expect(second?.text).toContain('You have new messages in 2 conversations.')
  expect(second?.text).toContain(`${portal.url}/profile/messages\n`)
})

test('nobody is told of what they have read, or don’t want to hear of', async ({ portal, investor, second, admin }) => {
  const read = await startConversation(admin, written(investor))
  await markConversationRead(investor, read)
  await updateMailPreferences(second, { messages: false })
  await startConversation(admin, written(second))
  expect(await mailTo(portal, investor)).toEqual([])
  expect(await mailTo(portal, second)).toEqual([])
})

test('every administrator is told of what investors write, until one has answered', async ({
  portal,
  investor,
  second,
  admin,
  domain,
}) => {
  const colleague = await portal.newPerson(`colleague@${domain}`, { isAdmin: true })
  const id = await startConversation(investor, written(investor))
  const [mail] = await mailTo(portal, admin)
  expect(mail?.text).toContain('You have a new message.')
  expect(mail?.text).toContain(`${portal.url}/profile/admin/messages/${id}`)
  expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/zebra|okapi|iris|investor@/i)
  expect(await mailTo(portal, colleague)).toHaveLength(1)
  expect(await mailTo(portal, investor)).toEqual([])

  const answered = await startConversation(second, written(second))
  await replyToConversation(colleague, answered, { body: 'Yes.' })
  expect(await mailTo(portal, admin)).toHaveLength(1)
  expect(await mailTo(portal, second)).toHaveLength(1)
})
