import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { aboutVisitor, bookCall, humanFormProof, newVisitor } from '../../../tests/helpers/leads.ts'
import { allSent, type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { cancelCall, getFreeTimes } from '../../leads/server/calls.ts'
import { cancelCallForAdmin } from '../../leads/server/cancel-call.ts'
import { getLead } from '../../leads/server/manage-leads.ts'
import { sendMessage } from '../../leads/server/visitor-messages.ts'
import { answerVisitor, findVisitorConversation } from '../server/answer-visitor.ts'
import { closeConversation } from '../server/close-conversation.ts'
import { countUnreadConversations, getConversation, markConversationRead } from '../server/conversation.ts'
import { type ConversationQuery, getConversations } from '../server/conversations.ts'
import { getRemarks, remarkOnConversation } from '../server/remarks.ts'
import { replyToConversation, startConversation } from '../server/write-message.ts'

const question = (email: string) => ({
  topic: 'consultation',
  name: 'Vera Visitor',
  email,
  phone: '',
  amountRange: '$1M+',
  message: 'When may I call?',
})

/** Sends a visitor's message. @returns its id, and its conversation's */
async function givenMessage(admin: Actor, email: string) {
  const leadId = randomUUID()
  await sendMessage(newVisitor(), question(email), humanFormProof('message', leadId))
  return { leadId, id: await findVisitorConversation(admin, leadId) }
}

const stateOf = async ({ owner }: SharedPortal, table: 'messages' | 'call_requests', id: string) =>
  (await owner.query(`select state from ${table} where id = $1`, [id])).rows[0].state

test('an administrator answers a visitor by e-mail, and the answer is kept in the conversation', async ({
  portal,
  admin,
  domain,
}) => {
  const { mailbox } = portal
  const email = `vera@${domain}`
  const { id, leadId } = await givenMessage(admin, email)
  await mailbox.to(email)
  expect(await getConversation(admin, id)).toMatchObject({
    person: null,
    visitor: { kind: 'message', leadId, name: 'Vera Visitor', email, topic: 'consultation', isCancelled: false },
    subject: null,
    excerpt: 'When may I call?',
    isUnread: true,
    awaitsAnswer: true,
    total: 0,
  })
  expect(await getLead(admin, leadId)).toMatchObject({
    message: { message: 'When may I call?', amountRange: '$1M+' },
    call: null,
    person: null,
  })

  const answer = { body: ' Any day <after> ten.\r\n', formId: 'one form' }
  await answerVisitor(admin, id, answer)
  const mail = await mailbox.to(email, 1)
  expect(mail.subject).toBe('Your message to Larkstone')
  expect(mail.text).toContain('Any day <after> ten.\n\nAda Ministrator\n')
  expect(mail.html).toContain('Any day &lt;after&gt; ten.')
  // Anyone can enter someone else's address.
  expect(mail.text).not.toContain('When may I call?')
  expect(mail.replyTo?.[0]?.address).toBe('office@larkstone.example')
  const answered = await getConversation(admin, id)
  expect(answered).toMatchObject({
    awaitsAnswer: false,
    isUnread: false,
    answeredBy: 'Ada Ministrator',
    excerpt: 'Any day <after> ten.',
    messages: [{ fromFund: true, isOwn: true, senderName: 'Ada Ministrator', body: 'Any day <after> ten.' }],
  })
  expect(await stateOf(portal, 'messages', leadId)).toBe('answered')

  // The same form, sent twice, is one answer.
  await answerVisitor(admin, id, answer)
  await allSent(portal)
  expect(mailbox.count(email)).toBe(2)
  expect((await getConversation(admin, id)).total).toBe(1)
  const log = await portal.owner.query('select action from audit_log where subject_id = $1 order by id', [id])
  expect(log.rows.map(({ action }) => action)).toEqual(['conversation.read', 'conversation.replied'])
})

test('an answer about a call names its time, and canceling the call keeps what was written', async ({
  portal,
  admin,
  domain,
}) => {
  const { mailbox } = portal
  const [time = ''] = await getFreeTimes('phone')
  const email = `caller@${domain}`
  const { id: callId } = await bookCall(portal, time, { email })
  const id = await findVisitorConversation(admin, callId)
  expect((await getConversation(admin, id)).visitor).toMatchObject({ kind: 'phone', startsAt: new Date(time) })
  expect(await getLead(admin, callId)).toMatchObject({ message: null, call: { id: callId, calendar: 'team' } })
  await answerVisitor(admin, id, { body: 'Which number is best?' })
  const mail = await mailbox.to(email, 1)
  expect(mail.subject).toBe('Your phone call with Larkstone')
  expect(mail.text).toContain('Eastern (New York) time')

  await cancelCallForAdmin(admin, callId, { reason: 'We are travelling.' })
  expect(await getConversation(admin, id)).toMatchObject({
    visitor: { isCancelled: true },
    awaitsAnswer: false,
    closedAt: expect.any(Date),
    messages: [{ body: 'Which number is best?' }, { body: 'We are travelling.', senderName: 'Ada Ministrator' }],
  })
  expect(await stateOf(portal, 'call_requests', callId)).toBe('answered')
})

test('a visitor who cancels their own call leaves nothing to answer', async ({ portal, admin }) => {
  const [time = ''] = await getFreeTimes('phone')
  const { id: callId, token } = await bookCall(portal, time)
  const id = await findVisitorConversation(admin, callId)
  expect((await getConversation(admin, id)).awaitsAnswer).toBe(true)
  await cancelCall(newVisitor(), portal.url, token)
  expect(await getConversation(admin, id)).toMatchObject({
    visitor: { isCancelled: true },
    awaitsAnswer: false,
    closedAt: expect.any(Date),
  })
  expect(await stateOf(portal, 'call_requests', callId)).toBe('answered')
})

test('the office’s e-mail about a visitor leads to the conversation', async ({ portal, admin, domain }) => {
  const [writer, caller] = [`writer@${domain}`, `caller2@${domain}`]
  const { leadId } = await givenMessage(admin, writer)
  const [time = ''] = await getFreeTimes('phone')
  const call = await bookCall(portal, time, { email: caller })
  const expected = [leadId, call.id].map(lead => `${portal.url}/profile/admin/leads/${lead}`)
  await allSent(portal)
  const mails = [writer, caller].flatMap(email => aboutVisitor(portal, email)).map(({ text }) => text ?? '')
  for (const address of expected) expect(mails.some(text => text.includes(address))).toBe(true)
})

test('the inbox has investors’ conversations, visitors’ messages and calls, narrowed by state and kind', async ({
  portal,
  admin,
  investor,
  domain,
}) => {
  await portal.owner.query('delete from conversations; delete from messages; delete from call_requests')
  const written = await startConversation(investor, { personId: investor.id, subject: 'Mine', body: 'Hello?' })
  const { id: sent } = await givenMessage(admin, `vera@${domain}`)
  const [time = ''] = await getFreeTimes('phone')
  const booked = await findVisitorConversation(admin, (await bookCall(portal, time)).id)
  const found = async (query: ConversationQuery) =>
    (await getConversations(admin, query)).conversations.map(({ id }) => id)
  expect(await found({})).toEqual([booked, sent, written])
  expect(await found({ kind: 'investors' })).toEqual([written])
  expect(await found({ kind: 'visitors' })).toEqual([sent])
  expect(await found({ kind: 'calls' })).toEqual([booked])
  expect(await found({ page: 1, size: 2 })).toEqual([written])
  expect(await countUnreadConversations(admin)).toBe(3)

  await replyToConversation(admin, written, { body: 'Hello.' })
  await closeConversation(admin, booked)
  expect(await found({ filter: 'new' })).toEqual([sent])
  expect(await found({ filter: 'open' })).toEqual([written, sent])
  expect(await found({ filter: 'mine' })).toEqual([written])
  expect(await found({ filter: 'done' })).toEqual([booked])
  expect(await found({ filter: 'open', kind: 'visitors' })).toEqual([sent])
  expect(await countUnreadConversations(admin)).toBe(1)

  // Read by one administrator, it still needs an answer, and is new to the others.
  await markConversationRead(admin, sent)
  const colleague = await portal.newPerson(`colleague@${domain}`, { isAdmin: true })
  const isUnread = async (actor: Actor) => (await getConversation(actor, sent)).isUnread
  expect([await isUnread(admin), await isUnread(colleague)]).toEqual([false, true])
  expect(await countUnreadConversations(admin)).toBe(1)
})

test('only administrators see and answer visitors, and nobody answers an investor by e-mail', async ({
  admin,
  investor,
}) => {
  const { id, leadId } = await givenMessage(admin, investor.email)
  for (const refused of [
    () => answerVisitor(investor, id, { body: 'Hello' }),
    () => findVisitorConversation(investor, leadId),
    () => getLead(investor, leadId),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  // Not even their own: the address was typed by a website visitor.
  await expect(getConversation(investor, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await getConversations(investor)).total).toBe(0)
  // Administrators see that the address belongs to someone in the portal.
  expect((await getLead(admin, leadId)).person).toEqual({ id: investor.id, name: 'Iris Vestor' })

  const own = await startConversation(investor, { personId: investor.id, subject: 'Mine', body: 'Hello?' })
  await expect(answerVisitor(admin, own, { body: 'Hello' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(replyToConversation(admin, id, { body: 'Hello' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(answerVisitor(admin, id, { body: ' ' })).rejects.toMatchObject({ code: 'BODY_REQUIRED' })
  await expect(answerVisitor(admin, randomUUID(), { body: 'Hello' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getLead(admin, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(findVisitorConversation(admin, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('notes about a visitor’s message are kept with its conversation', async ({ admin, investor, domain }) => {
  const { id } = await givenMessage(admin, `noted@${domain}`)
  await remarkOnConversation(admin, id, { body: ' Called back. ' })
  expect(await getRemarks(admin, { conversationId: id })).toMatchObject([
    { authorName: 'Ada Ministrator', body: 'Called back.' },
  ])
  await expect(getRemarks(investor, { conversationId: id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
