import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { visitorMessages } from '../../../server/sample/visitors.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { allSent, test } from '../../../tests/helpers/shared-portal.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { answerVisitor } from '../server/answer-visitor.ts'
import { getConversation } from '../server/conversation.ts'
import { replyFromInbox, replyToConversation, startConversation } from '../server/write-message.ts'

const pay = 'Please wire it to the new account.'
const asked = { code: 'MESSAGE_PAYMENT_WORDS' }
const openOf = "select id, content from approvals where kind = 'message.send' and decision is null and asked_by = $1"

test('a message like payment instructions is questioned, and sent once another administrator approves it', async ({
  portal,
  investor,
  admin,
  colleague,
  approver,
}) => {
  const words = { attachments: [], personId: investor.id, subject: 'Hi', body: 'Hello' }
  const id = await startConversation(investor, words)
  const draft = { body: pay, attachments: [] }
  await expect(replyToConversation(admin, id, draft)).rejects.toMatchObject(asked)
  await expect(replyFromInbox(admin, id, draft)).rejects.toMatchObject(asked)
  expect(await replyFromInbox(admin, id, { ...draft, anyway: true, done: '1' })).toMatchObject({
    notice: expect.stringContaining('approval'),
  })
  const bodies = async () => (await getConversation(investor, id)).messages.map(({ body }) => body)
  expect(await bodies()).toEqual(['Hello'])
  const { rows } = await portal.owner.query(openOf, [admin.id])
  expect(rows).toHaveLength(1)
  await expect(decideApproval(admin, rows[0].id, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  await expect(decideApproval(approver, rows[0].id, 'approved')).rejects.toMatchObject({
    code: 'ADMINISTRATOR_DECIDES',
  })
  await decideApproval(colleague, rows[0].id, 'approved')
  expect((await getConversation(investor, id)).messages.at(-1)).toMatchObject({ body: pay, senderName: admin.fullName })
  // An investor's own words are their own.
  await replyToConversation(investor, id, { body: 'To which account number do I wire?', attachments: [] })
})

test('so is a new conversation, and the answer to a visitor', async ({ portal, investor, admin, colleague }) => {
  const words = { attachments: [], personId: investor.id, subject: 'New wire instructions', body: 'Hello' }
  await expect(startConversation(admin, words)).rejects.toMatchObject(asked)
  expect(await startConversation(admin, { ...words, anyway: true })).toBe('')
  const started = await portal.owner.query(openOf, [admin.id])
  const { conversationId } = started.rows[0].content
  await decideApproval(colleague, started.rows[0].id, 'approved')
  expect((await getConversation(investor, conversationId)).messages).toMatchObject([{ body: 'Hello' }])

  const email = `visitor-${randomUUID()}@example.com`
  await visitorMessages.insert(portal.owner, { email })
  const { rows } = await portal.owner.query(
    'select c.id from conversations c join messages m on m.id = c.visitor_message_id where m.email = $1',
    [email],
  )
  await expect(answerVisitor(admin, rows[0].id, { body: pay })).rejects.toMatchObject(asked)
  await answerVisitor(admin, rows[0].id, { body: pay, anyway: true })
  await allSent(portal)
  expect(portal.mailbox.count(email)).toBe(0)
  const answer = await portal.owner.query(openOf, [admin.id])
  await decideApproval(colleague, answer.rows[0].id, 'approved')
  expect((await portal.mailbox.to(email)).text).toContain(pay)
})

test('the database sends such a message only as it was approved', async ({ portal, investor, admin, colleague }) => {
  const words = { attachments: [], personId: investor.id, subject: 'Hi', body: 'Hello' }
  const id = await startConversation(investor, words)
  const insert = (message: string, body: string) =>
    `insert into conversation_messages (id, conversation_id, sender_id, from_fund, sender_name, body)
    values ('${message}', '${id}', '${colleague.id}', true, 'x', '${body}')`
  await expect(queryAs(portal, colleague.id, insert(randomUUID(), pay))).rejects.toMatchObject({ code: 'WORDS' })
  await replyToConversation(admin, id, { body: pay, attachments: [], anyway: true })
  const { rows } = await portal.owner.query('select id, subject_id from approvals where kind = $1 and asked_by = $2', [
    'message.send',
    admin.id,
  ])
  const approve = `update approvals set decision = 'approved' where id = '${rows[0].id}'; `
  const other = insert(rows[0].subject_id, 'Please wire it to my account.')
  await expect(queryAs(portal, colleague.id, approve + other)).rejects.toMatchObject({ code: 'WORDS' })
})
