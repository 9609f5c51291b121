import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { leadsPerAddress, leadsPerClient } from '../../rules/limits.ts'
import { openForm } from '../../server/access/form-proof.ts'
import { getLeadsForAdmin, updateLead } from '../../server/leads/manage-leads.ts'
import { sendMessage } from '../../server/leads/visitor-messages.ts'
import { eventually } from '../helpers/eventually.ts'
import { aboutVisitor, aVisitor, humanFormProof, newVisitor } from '../helpers/leads.ts'
import { allSent, test as onPortal, type SharedPortal } from '../helpers/shared-portal.ts'

const test = onPortal.extend('question', ({ domain }) => ({
  ...aVisitor,
  email: `vera@${domain}`,
  topic: 'consultation',
  message: 'May my IRA invest?\r\nIt is self-directed.',
}))
const count = async (portal: SharedPortal, { email }: { email: string }) =>
  (await portal.owner.query('select from messages where email = $1', [email])).rowCount

test('a message is stored once, mailed to the fund for a reply, and acknowledged without repeating its content', async ({
  portal,
  question,
}) => {
  const id = randomUUID()
  const fields = { ...question, amountRange: '$350K - $499K' }
  await sendMessage(newVisitor(), id, fields, humanFormProof())
  await sendMessage(newVisitor(), id, fields, humanFormProof())
  const toFund = await eventually('the mail to the fund', () => aboutVisitor(portal, question.email)[0])
  expect(toFund.subject).toBe('Consultation request from Vera Visitor')
  expect(toFund.text).toContain('May my IRA invest?\nIt is self-directed.')
  expect(toFund.text).toContain('$350K - $499K')
  const receipt = await portal.mailbox.to(question.email)
  expect(receipt.text).not.toMatch(/IRA|Vera/)
  expect(await count(portal, question)).toBe(1)
  await allSent(portal)
  expect([portal.mailbox.count(question.email), aboutVisitor(portal, question.email).length]).toEqual([1, 1])
})

test.for<[wrong: Partial<typeof aVisitor>, code: string]>([
  [{ name: ' ' }, 'NAME_REQUIRED'],
  [{ name: 'x'.repeat(201) }, 'NAME_LONG'],
  [{ email: '' }, 'EMAIL_REQUIRED'],
  [{ email: 'vera@example' }, 'EMAIL_INVALID'],
  [{ email: 'a@example.com,b@example.com' }, 'EMAIL_INVALID'],
  [{ phone: '12' }, 'PHONE_INVALID'],
  [{ message: '' }, 'MESSAGE_REQUIRED'],
  [{ message: 'x'.repeat(5001) }, 'MESSAGE_LONG'],
])('a message with %o is rejected with an error', async ([wrong, code], { portal, question }) => {
  await expect(
    sendMessage(newVisitor(), randomUUID(), { ...question, ...wrong }, humanFormProof()),
  ).rejects.toMatchObject({
    code,
  })
  expect(await count(portal, question)).toBe(0)
})

test('a name cannot inject a mail header', async ({ portal, question }) => {
  const name = 'Vera\r\nBcc: everybody@example.com'
  await sendMessage(newVisitor(), randomUUID(), { ...question, name }, humanFormProof())
  const mail = await eventually('the mail to the fund', () => aboutVisitor(portal, question.email)[0])
  expect(mail.bcc).toBeUndefined()
  expect(portal.mailbox.messages.map(({ to }) => to)).not.toContain('everybody@example.com')
})

test('bots are detected by the hidden field, a forged form, or a form sent faster than it can be read', async ({
  portal,
  question,
}) => {
  const send = (proof: { opened: string; trap: string }) => sendMessage(newVisitor(), randomUUID(), question, proof)
  await expect(send({ ...humanFormProof(), trap: 'https://spam.example' })).rejects.toMatchObject({
    code: 'NOT_A_PERSON',
  })
  await expect(send({ opened: openForm(), trap: '' })).rejects.toMatchObject({ code: 'SENT_TOO_FAST' })
  await expect(send({ opened: '0.forged', trap: '' })).rejects.toMatchObject({
    code: 'SENT_TOO_FAST',
  })
  await expect(send({ opened: '', trap: '' })).rejects.toMatchObject({ code: 'SENT_TOO_FAST' })
  expect(await count(portal, question)).toBe(0)
})

test('messages are rate-limited by client and by the address given', async ({ domain, question }) => {
  const flood = newVisitor()
  const codes: string[] = []
  for (let i = 0; i <= leadsPerClient; i++) {
    const fields = { ...question, email: `someone-${i}@${domain}` }
    await sendMessage(flood, randomUUID(), fields, humanFormProof()).catch(error => codes.push(error.code))
  }
  expect(codes).toEqual(['TOO_MANY_LEADS'])
  for (let i = 0; i <= leadsPerAddress; i++) {
    const fields = { ...question, email: `Victim@${domain}` }
    await sendMessage(newVisitor(), randomUUID(), fields, humanFormProof()).catch(error => codes.push(error.code))
  }
  expect(codes).toEqual(['TOO_MANY_LEADS', 'TOO_MANY_LEADS'])
})

test('only administrators read, answer and annotate messages, and the log says so', async ({
  portal,
  investor,
  admin,
  question,
}) => {
  const id = randomUUID()
  await sendMessage(newVisitor(), id, question, humanFormProof())
  await updateLead(admin, 'message', id, { state: 'answered', note: ' Called back. ' })
  const found = async () => (await getLeadsForAdmin(admin)).messages.filter(message => message.id === id)
  expect(await found()).toMatchObject([{ id, state: 'answered', note: 'Called back.', topic: 'consultation' }])
  const log = await portal.owner.query('select action, subject_id, actor_email from audit_log where actor_id = $1', [
    admin.id,
  ])
  expect(log.rows).toEqual([{ action: 'message.answered', subject_id: id, actor_email: admin.email }])
  // An administrator who does not change the note does not remove it.
  await updateLead(admin, 'message', id, { state: 'new' })
  expect(await found()).toMatchObject([{ state: 'new', note: 'Called back.' }])
  await expect(getLeadsForAdmin(investor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(updateLead(investor, 'message', id, { state: 'new', note: '' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(updateLead(admin, 'call', randomUUID(), { state: 'new', note: '' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
