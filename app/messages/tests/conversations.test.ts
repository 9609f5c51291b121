import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { visitorMessages } from '../../../server/sample/visitors.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { bookCall } from '../../../tests/helpers/leads.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { erasePerson } from '../../people/server/erasure.ts'
import { closeConversation, reopenConversation } from '../server/close-conversation.ts'
import { countUnreadConversations, getConversation, markConversationRead } from '../server/conversation.ts'
import { getConversations } from '../server/conversations.ts'
import { getRemarks, remarkOnConversation, remarkOnPerson } from '../server/remarks.ts'
import { replyToConversation, startConversation } from '../server/write-message.ts'

const question = (person: Actor, more: Partial<Parameters<typeof startConversation>[1]> = {}) => ({
  personId: person.id,
  subject: 'My statement',
  body: 'Why does it say May?',
  ...more,
})
const only = async (actor: Actor, of = actor.id) => (await getConversations(actor, { of })).conversations[0]

test('an investor asks about a document, the fund answers, and each sees what the other has read', async ({
  portal,
  investor,
  admin,
}) => {
  const statement = await givenDocument(portal, investor, { filename: 'Statement.pdf' })
  const note = await givenDocument(portal, investor, { filename: 'Note.pdf' })
  const id = await startConversation(investor, question(investor, { documentId: statement.id }))
  expect(await only(investor)).toMatchObject({ isUnread: false, lastFromFund: false, awaitsAnswer: true })
  expect(await only(admin, investor.id)).toMatchObject({
    person: { id: investor.id, name: 'Iris Vestor' },
    document: { id: statement.id, filename: 'Statement.pdf' },
    subject: 'My statement',
    excerpt: 'Why does it say May?',
    isUnread: true,
  })

  await markConversationRead(admin, id)
  expect(await only(admin, investor.id)).toMatchObject({ isUnread: false, awaitsAnswer: true })
  const requested = await getConversation(investor, id)
  expect(requested.readByOtherAt).toEqual(requested.messages[0]?.createdAt)

  await replyToConversation(admin, id, { body: ' It is May’s.\r\nJune follows. ', attachments: [note.id, note.id] })
  expect(await countUnreadConversations(investor)).toBe(1)
  const answered = await getConversation(investor, id)
  expect(answered).toMatchObject({ isUnread: true, awaitsAnswer: false, total: 2, answeredBy: null })
  expect(answered.messages[1]).toMatchObject({
    fromFund: true,
    isOwn: false,
    senderName: 'Ada Ministrator',
    body: 'It is May’s.\nJune follows.',
    attachments: [{ id: note.id, filename: 'Note.pdf', isLink: false }],
  })
  expect((await getConversation(admin, id)).readByOtherAt).not.toEqual(answered.messages[1]?.createdAt)

  await markConversationRead(investor, id, answered.messages[0]?.createdAt)
  expect(await countUnreadConversations(investor)).toBe(1)
  await markConversationRead(investor, id)
  await markConversationRead(investor, id, new Date(0))
  expect(await countUnreadConversations(investor)).toBe(0)
  expect((await getConversation(admin, id)).readByOtherAt).toEqual(answered.messages[1]?.createdAt)
  expect(await only(admin, investor.id)).toMatchObject({ answeredBy: 'Ada Ministrator' })

  await portal.owner.query('delete from documents where id = any ($1)', [[note.id, statement.id]])
  const kept = await getConversation(investor, id)
  expect(kept).toMatchObject({ document: null })
  expect(kept.messages[1]?.attachments).toEqual([null])
})

test('the fund writes first; what an investor writes reopens what was marked as done', async ({ investor, admin }) => {
  const id = await startConversation(admin, question(investor))
  expect(await only(investor)).toMatchObject({ isUnread: true, lastFromFund: true, lastSender: 'Ada Ministrator' })
  await closeConversation(admin, id)
  expect((await getConversation(admin, id)).closedAt).toBeInstanceOf(Date)
  await replyToConversation(investor, id, { body: 'Thank you. One more thing.' })
  expect(await getConversation(admin, id)).toMatchObject({ closedAt: null, awaitsAnswer: true })
  await closeConversation(admin, id)
  expect(await getConversation(admin, id)).toMatchObject({ awaitsAnswer: false, isUnread: false })
  await reopenConversation(admin, id)
  expect(await getConversation(admin, id)).toMatchObject({ closedAt: null, awaitsAnswer: true, isUnread: true })
  for (const act of [closeConversation, reopenConversation]) {
    await expect(act(investor, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(act({ ...investor, isAdmin: true }, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})

test('an investor sees only their own conversations; filters narrow the inbox', async ({
  portal,
  investor,
  second,
  admin,
  domain,
}) => {
  const other = await portal.newPerson(`other-admin@${domain}`, { isAdmin: true })
  const waiting = await startConversation(investor, question(investor))
  const answered = await startConversation(second, question(second))
  await replyToConversation(other, answered, { body: 'Yes.' })
  const done = await startConversation(admin, question(second))
  await closeConversation(admin, done)
  const ids = async (actor: Actor, query: Parameters<typeof getConversations>[1] = {}) =>
    (await getConversations(actor, query)).conversations.map(({ id }) => id)
  expect(await ids(investor)).toEqual([waiting])
  expect(await ids(second)).toEqual([done, answered])
  await expect(ids(investor, { of: second.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await ids({ ...investor, isAdmin: true })).toEqual([waiting])
  for (const [filter, expected] of [
    ['new', [waiting]],
    ['open', [answered, waiting]],
    ['done', [done]],
    ['mine', [done]],
  ] as const) {
    const found = await ids(admin, { filter, size: 100 })
    expect(
      found.filter(id => [waiting, answered, done].includes(id)),
      filter,
    ).toEqual(expected)
  }
  expect(await ids(admin, { of: second.id, size: 1, page: 1 })).toEqual([answered])
  for (const act of [
    () => getConversation(investor, answered),
    () => replyToConversation(investor, answered, { body: 'Hello' }),
    () => markConversationRead(investor, answered),
  ]) {
    await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await expect(startConversation(investor, question(second))).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a form that is sent twice adds one message; what is wrong with it is said', async ({ investor }) => {
  const formId = randomUUID()
  const id = await startConversation(investor, question(investor, { formId }))
  expect(await startConversation(investor, question(investor, { formId }))).toBe(id)
  for (const body of ['More', 'More', 'Something else']) await replyToConversation(investor, id, { body, formId })
  expect((await getConversation(investor, id)).messages.map(({ body }) => body)).toEqual([
    'Why does it say May?',
    'More',
    'Something else',
  ])
  for (const [more, code] of [
    [{ subject: ' ' }, 'SUBJECT_REQUIRED'],
    [{ subject: 'x'.repeat(201) }, 'SUBJECT_LONG'],
    [{ body: '\u0000 \n' }, 'BODY_REQUIRED'],
    [{ body: 'x'.repeat(5001) }, 'MESSAGE_LONG'],
    [{ attachments: Array.from({ length: 11 }, () => randomUUID()) }, 'ATTACHMENTS_MANY'],
    [{ attachments: ['no id'] }, 'NOT_FOUND'],
  ] as const) {
    await expect(startConversation(investor, question(investor, more)), code).rejects.toMatchObject({ code })
  }
})

test('only documents of that person that both sides can open are attached, no matter who attaches them', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const foreign = await givenDocument(portal, second)
  const held = await givenDocument(portal, investor)
  await portal.owner.query("update documents set check_state = 'waiting' where id = $1", [held.id])
  for (const actor of [investor, admin]) {
    for (const { id } of [foreign, held]) {
      const refused = expect.objectContaining({ code: 'ATTACHMENT_GONE' })
      await expect(startConversation(actor, question(investor, { attachments: [id] }))).rejects.toEqual(refused)
      await expect(startConversation(actor, question(investor, { documentId: id }))).rejects.toEqual(refused)
    }
  }
  const own = await givenDocument(portal, investor)
  const id = await startConversation(investor, question(investor, { documentId: own.id }))
  const { rows } = await portal.owner.query('select id from conversation_messages where conversation_id = $1', [id])
  const attach = 'insert into conversation_attachments (message_id, position, document_id) values ($1, 1, $2)'
  await expect(queryAs(portal, investor.id, attach, [rows[0].id, foreign.id])).rejects.toThrow('row-level security')
  await queryAs(portal, investor.id, attach, [rows[0].id, own.id])
})

test('nobody writes as the other side, dates a message, or reads an administrator’s note', async ({
  portal,
  investor,
  admin,
}) => {
  const id = await startConversation(investor, question(investor))
  const write = (actor: Actor, sender: Actor, fromFund: boolean) =>
    queryAs(
      portal,
      actor.id,
      `insert into conversation_messages (conversation_id, sender_id, from_fund, sender_name, body)
      values ($1, $2, $3, 'Somebody', 'Hello')`,
      [id, sender.id, fromFund],
    )
  await expect(write(investor, investor, true)).rejects.toThrow('row-level security')
  await expect(write(investor, admin, false)).rejects.toThrow('row-level security')
  await expect(write(admin, admin, false)).rejects.toThrow('row-level security')
  for (const statement of [
    "update conversation_messages set body = 'x'",
    'update conversations set from_fund_at = now()',
    'delete from conversations',
  ]) {
    await expect(queryAs(portal, investor.id, statement)).rejects.toThrow('permission denied')
  }
  await remarkOnPerson(admin, investor.id, { body: 'Prefers calls.' })
  await remarkOnConversation(admin, id, { body: 'Ask Tom.' })
  expect(await getRemarks(admin, { personId: investor.id })).toMatchObject([
    { authorName: 'Ada Ministrator', body: 'Prefers calls.' },
  ])
  expect(await getRemarks(admin, { conversationId: id })).toMatchObject([{ body: 'Ask Tom.' }])
  await expect(getRemarks(investor, { personId: investor.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const revoked = { ...investor, isAdmin: true }
  await expect(getRemarks(revoked, { personId: investor.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await queryAs(portal, investor.id, 'select from admin_notes')).rowCount).toBe(0)
  const shown = 'select from app.readable_audit where action = $1'
  expect((await queryAs(portal, investor.id, shown, ['note.added'])).rowCount).toBe(0)
  expect((await queryAs(portal, investor.id, shown, ['conversation.started'])).rowCount).toBe(1)
  await expect(remarkOnPerson(admin, investor.id, { body: ' ' })).rejects.toMatchObject({
    code: 'REMARK_REQUIRED',
  })
  await expect(remarkOnPerson(admin, randomUUID(), { body: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('visitors’ messages and calls are conversations of the same inbox', async ({ portal, admin, domain }) => {
  const email = `vera@${domain}`
  const { owner } = portal
  const leadId = await visitorMessages.insert(owner, { email, message: 'Is it safe?' })
  const [time = ''] = await import('../../leads/server/calls.ts').then(({ getFreeTimes }) => getFreeTimes('phone'))
  const call = await bookCall(portal, time, { email })
  const { conversations } = await getConversations(admin, { filter: 'new' })
  const message = conversations.find(({ visitor }) => visitor?.leadId === leadId)
  expect(message).toMatchObject({
    person: null,
    visitor: { kind: 'message', name: 'Vera Visitor', email },
    subject: null,
    excerpt: 'Is it safe?',
    isUnread: true,
  })
  expect(conversations.find(({ visitor }) => visitor?.leadId === call.id)?.visitor).toMatchObject({ kind: 'phone' })
  const stateOf = async () => (await owner.query('select state from messages where id = $1', [leadId])).rows[0].state
  await closeConversation(admin, message?.id ?? '')
  expect(await stateOf()).toBe('answered')
  await reopenConversation(admin, message?.id ?? '')
  expect(await stateOf()).toBe('new')
  await owner.query('delete from messages where id = $1', [leadId])
  await expect(getConversation(admin, message?.id ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('both sides’ pages hear of a message, and of what was read', async ({ portal, investor, second, admin }) => {
  const listen = async (person: Actor, user: string) => {
    const stream = { text: '' }
    const { body } = await portal.fetch(`/events?user=${user}`, { cookie: await portal.sessionOf(person) })
    const reading = (async () => {
      for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) stream.text += chunk
    })()
    reading.catch(() => {})
    return stream
  }
  const mine = await listen(investor, investor.id)
  const others = await listen(second, second.id)
  const office = await listen(admin, 'all')
  const id = await startConversation(admin, question(investor))
  const events = ({ text }: { text: string }) => text.split(id).length - 1
  await eventually('the message', () => events(mine) > 0 && events(office) > 0)
  await new Promise(resolve => setTimeout(resolve, 100))
  const before = [events(mine), events(office)] as const
  await markConversationRead(investor, id)
  await eventually('that it was read', () => events(mine) > before[0] && events(office) > before[1])
  expect(events(others)).toBe(0)
  expect(mine.text).not.toContain('statement')
})

test('an erased person’s conversations go; nobody writes to someone whose access is closed', async ({
  portal,
  investor,
  admin,
}) => {
  const id = await startConversation(investor, question(investor, { subject: 'Zebra', body: 'Okapi' }))
  await remarkOnPerson(admin, investor.id, { body: 'Quagga' })
  await remarkOnConversation(admin, id, { body: 'Quagga' })
  await portal.owner.query("update user_profiles set disabled_at = now(), disabled_reason = 'x' where id = $1", [
    investor.id,
  ])
  await expect(replyToConversation(admin, id, { body: 'Hello' })).rejects.toMatchObject({ code: 'PERSON_CLOSED' })
  await expect(getConversation(investor, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await erasePerson(admin, investor.id, { openNote: false, confirmation: investor.email })
  for (const [table, column] of [
    ['conversations', 'subject'],
    ['conversation_messages', 'body'],
    ['admin_notes', 'body'],
  ]) {
    const left = `select from ${table} where ${column} in ('Zebra', 'Okapi', 'Quagga')`
    expect((await portal.owner.query(left)).rowCount, table).toBe(0)
  }
})
