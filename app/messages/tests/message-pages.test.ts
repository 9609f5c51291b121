import { expect } from 'vitest'
import { messages } from '../../../rules/messages.ts'
import { conversations, insertMessage } from '../../../server/sample/conversations.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { countUnreadConversations } from '../server/conversation.ts'
import { getConversations } from '../server/conversations.ts'
import { replyToConversation } from '../server/write-message.ts'

/** The tab Messages for a browser without scripts. */

const test = testOnPortal({}, true)

function browser(portal: SharedPortal, cookie: string) {
  return {
    get: async (path: string) => {
      const answer = await portal.fetch(path, { cookie, headers: { 'sec-fetch-dest': 'document' } })
      return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
    },
    post: async (path: string, fields: Record<string, string>) => {
      const answer = await portal.fetch(path, { cookie, method: 'POST', body: new URLSearchParams(fields) })
      return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
    },
  }
}

test('an investor asks about a document and reads the answer without scripts', async ({ portal, investor, admin }) => {
  const { id } = await givenDocument(portal, investor, { filename: 'Statement.pdf' })
  const { get, post } = browser(portal, await portal.sessionOf(investor))
  expect((await get('/profile/messages')).text).toContain('No messages yet')

  const form = await get(`/profile/messages/new?document=${id}`)
  expect(form.text).toContain('value="About Statement"')
  expect(form.text).toMatch(new RegExp(`<input [^>]*name="attachments"[^>]*value="${id}"`))
  const fields = {
    intent: 'conversation.start',
    subject: 'About Statement',
    documentId: id,
    attachments: id,
    formId: 'one',
  }
  const refused = await post(`/profile/messages/new?document=${id}`, { ...fields, subject: 'My subject', body: ' ' })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain(messages.BODY_REQUIRED)
  expect(refused.text).toContain('value="My subject"')

  const sent = await post('/profile/messages/new', { ...fields, body: 'Why does it say <May>?' })
  expect(sent.location).toMatch(/^\/profile\/messages\/[0-9a-f-]{36}$/)
  const address = sent.location ?? ''
  const thread = await get(address)
  expect(thread.text).toContain('Why does it say &lt;May&gt;?')
  expect(thread.text).toContain(`/profile?document=${id}`)
  expect(thread.text).toContain('Sent. We’ll reply within 24 hours.')

  const [conversation] = (await getConversations(investor)).conversations
  await replyToConversation(admin, conversation?.id ?? '', { body: 'June follows.' })
  const list = await get('/profile/messages')
  expect(list.text).toContain('June follows.')
  expect(list.text).toMatch(/>1<span class="visually-hidden"> new/)
  // A page's own fetches don't count as read.
  await (await portal.fetch(`${address}.data`, { cookie: await portal.sessionOf(investor) })).text()
  expect(await countUnreadConversations(investor)).toBe(1)
  expect((await get(address)).text).toContain('Ada Ministrator, Larkstone')
  expect(await countUnreadConversations(investor)).toBe(0)

  const replied = await post(address, { intent: 'conversation.reply', formId: 'two', body: 'Thank you.' })
  expect(replied.location).toBe(address)
  expect((await get(address)).text).toContain('Thank you.')
})

test('long conversations and lists show the newest first, and lead to the rest', async ({ portal, investor }) => {
  const { owner } = portal
  const id = await conversations.insert(owner, { person_id: investor.id, subject: 'Long' })
  for (let number = 1; number <= 14; number++)
    await insertMessage(owner, { conversation_id: id, sender_id: investor.id, body: `letter ${number}.` })
  const short = { person_id: '$1', subject: "'Short ' || n", from_person_at: 'now() - make_interval(days => n)' }
  await owner.query(conversations.from(short, 'generate_series(1, 30) n'), [investor.id])
  const { get } = browser(portal, await portal.sessionOf(investor))
  const thread = await get(`/profile/messages/${id}`)
  expect(thread.text).toContain('2 earlier messages')
  expect(thread.text).not.toContain('letter 2.')
  expect((await get(`/profile/messages/${id}?earlier`)).text).toContain('letter 1.')
  const first = await get('/profile/messages')
  expect(first.text).toContain('href="/profile/messages?page=2&amp;after=')
  expect(first.text).not.toContain('Short 30<')
  expect((await get('/profile/messages?page=2')).text).toContain('Short 30<')
})

test('an administrator writes first to an investor, and has an inbox instead of the tab’s list', async ({
  portal,
  investor,
  admin,
}) => {
  const { get, post } = browser(portal, await portal.sessionOf(admin))
  expect(await get('/profile/messages')).toMatchObject({ status: 302, location: '/profile/admin/messages' })
  expect((await get(`/profile/messages/new?user=${investor.id}`)).text).toContain('Write to Iris Vestor')
  const fields = {
    intent: 'conversation.start',
    personId: investor.id,
    subject: 'Your note',
    body: 'It is ready.',
    formId: 'one',
  }
  const sent = await post(`/profile/messages/new?user=${investor.id}`, fields)
  const [conversation] = (await getConversations(investor)).conversations
  expect(conversation).toMatchObject({ subject: 'Your note', isUnread: true })
  expect(sent.location).toBe(`/profile/admin/messages/${conversation?.id}`)
})
