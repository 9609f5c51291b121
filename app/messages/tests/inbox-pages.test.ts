import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addDays } from '../../../rules/days.ts'
import { messages } from '../../../rules/messages.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { visitorMessages } from '../../../server/sample/visitors.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { findVisitorConversation } from '../server/answer-visitor.ts'
import { getConversation } from '../server/conversation.ts'
import { getRemarks } from '../server/remarks.ts'
import { startConversation } from '../server/write-message.ts'

/** The inbox for an administrator without scripts. */

const test = testOnPortal({}, true)

function browser(portal: SharedPortal, cookie: string) {
  const answerTo = async (path: string, init: RequestInit = {}) => {
    const answer = await portal.fetch(path, { cookie, ...init })
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
  }
  return {
    get: (path: string) => answerTo(path, { headers: { 'sec-fetch-dest': 'document' } }),
    post: (path: string, fields: Record<string, string>) =>
      answerTo(path, { method: 'POST', body: new URLSearchParams(fields) }),
  }
}

function givenMessage({ owner }: SharedPortal, email: string): Promise<string> {
  const sent = { message: 'When may I call?', phone: '(512) 555-0199', amount_range: '$1M+' }
  return visitorMessages.insert(owner, { topic: 'consultation', name: 'Paula Prospect', email, ...sent })
}

test('an administrator finds a visitor’s message, answers it, notes something and marks it as done, without scripts', async ({
  portal,
  admin,
  domain,
}) => {
  const email = `paula@${domain}`
  const leadId = await givenMessage(portal, email)
  const { get, post } = browser(portal, await portal.sessionOf(admin))
  const inbox = await get('/profile/admin/messages?show=new')
  expect(inbox.text).toContain('Paula Prospect')
  expect(inbox.text).toContain('Unanswered')
  const id = await findVisitorConversation(admin, leadId)
  const address = `/profile/admin/messages/${id}`
  expect(inbox.text).toContain(`href="${address}"`)

  const page = await get(address)
  expect(page.text).toContain('When may I call?')
  expect(page.text).toContain('href="tel:5125550199"')
  expect(page.text).toContain('$1M+')
  expect((await getConversation(admin, id)).isUnread).toBe(false)

  // A refused text is still in its own form, and never in the other.
  const refused = await post(address, { intent: 'inbox.remark', body: 'x'.repeat(5001) })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain(messages.REMARK_LONG)
  expect(refused.text.match(/<textarea[^>]*>[^<]*xx/g)).toHaveLength(1)

  expect(await post(address, { intent: 'inbox.remark', body: 'She is in Austin.' })).toMatchObject({
    location: address,
  })
  expect(await getRemarks(admin, { conversationId: id })).toMatchObject([{ body: 'She is in Austin.' }])
  const answered = await post(address, { intent: 'inbox.answer', body: 'Any day.', formId: 'one', done: '1' })
  expect(answered.location).toBe(address)
  expect((await portal.mailbox.to(email)).text).toContain('Any day.')
  const after = await get(address)
  expect(after.text).toContain(`Sent by e-mail to ${email}`)
  expect(after.text).toContain('She is in Austin.')
  expect(after.text).toContain('Reopen')
  expect((await get('/profile/admin/messages?show=done')).text).toContain(address)
  expect((await get('/profile/admin/messages')).text).not.toContain(address)
  await post(address, { intent: 'inbox.reopen' })
  expect((await get('/profile/admin/messages')).text).toContain(address)
})

test('a visitor’s message leads to the conversation about it, and to the inbox where it is gone', async ({
  portal,
  admin,
  investor,
  domain,
}) => {
  const leadId = await givenMessage(portal, `found@${domain}`)
  const id = await findVisitorConversation(admin, leadId)
  const { get } = browser(portal, await portal.sessionOf(admin))
  const lead = (of: string) => get(`/profile/admin/leads/${of}`)
  expect(await lead(leadId)).toMatchObject({ status: 302, location: `/profile/admin/messages/${id}` })
  expect(await lead(randomUUID())).toMatchObject({ status: 302, location: '/profile/admin/messages' })
  const theirs = browser(portal, await portal.sessionOf(investor))
  for (const path of [`/profile/admin/leads/${leadId}`, '/profile/admin/messages', `/profile/admin/messages/${id}`])
    expect((await theirs.get(path)).status).toBe(403)
})

test('an administrator at an investor’s address of a conversation is led to the inbox, whatever the address says', async ({
  portal,
  admin,
}) => {
  const { get } = browser(portal, await portal.sessionOf(admin))
  const { status, location } = await get('/profile/messages/%0D%0AX%3A%20y')
  expect({ status, location }).toEqual({ status: 302, location: '/profile/admin/messages/%0D%0AX:%20y' })
})

test('an administrator replies to an investor from the inbox, and marks it as done', async ({
  portal,
  admin,
  investor,
}) => {
  const id = await startConversation(investor, { personId: investor.id, subject: 'My statement', body: 'Why May?' })
  const { get, post } = browser(portal, await portal.sessionOf(admin))
  const address = `/profile/admin/messages/${id}`
  const page = await get(address)
  expect(page.text).toContain('Why May?')
  expect(page.text).toContain(`href="/profile/admin/people/${investor.id}"`)
  expect(page.text).toContain('Not authorized for any holder.')
  expect(page.text).not.toContain('New note')
  // Beside the message: its author's holdings, as on the person's page.
  const query = (text: string, values?: unknown[]) => portal.owner.query(text, values ?? [])
  const holder = await insertHolder(query, [investor], { name: 'Marsh Family Trust', kind: 'revocable_trust' })
  await insertNote(query, holder, { issueDate: addDays(fundDay(), -40), until: fundDay(), paid: [] })
  const document = await givenDocument(portal, investor, { filename: 'Operating agreement.pdf' })
  const { text } = await get(address)
  for (const said of ['Marsh Family Trust', '$200,000 in 1 note, 11%', 'Late', 'Not verified for new notes'])
    expect(text).toContain(said)
  expect(text).toContain(`href="/profile/admin/register/notes/new?for=${holder}"`)
  expect(text).toContain(`href="/profile/admin/people/${investor.id}?document=${document.id}"`)
  const refused = await post(address, { intent: 'inbox.reply', formId: 'one', body: ' ' })
  expect(refused.text).toContain(messages.BODY_REQUIRED)
  await post(address, { intent: 'inbox.reply', formId: 'one', body: 'It is May’s.' })
  expect((await get(address)).text).toContain('Sent. Iris Vestor hasn’t read it yet.')
  await post(address, { intent: 'inbox.close' })
  expect((await getConversation(admin, id)).closedAt).toBeInstanceOf(Date)
  expect((await get('/profile/admin/messages?show=done&kind=investors')).text).toContain(address)
  expect((await get('/profile/admin/messages?show=done&kind=calls')).text).toContain('Show everything')
})
