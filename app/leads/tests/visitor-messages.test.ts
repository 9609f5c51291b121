import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { formTicketLifetime, messagesPerAddress, messagesPerClient } from '../../../rules/limits.ts'
import { openForm } from '../../../server/access/form-proof.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { aboutVisitor, aVisitor, humanFormProof, newVisitor } from '../../../tests/helpers/leads.ts'
import { allSent, test as onPortal, type SharedPortal } from '../../../tests/helpers/shared-portal.ts'
import { sendMessage } from '../server/visitor-messages.ts'

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
  await sendMessage(newVisitor(), fields, humanFormProof('message', id))
  await sendMessage(newVisitor(), fields, humanFormProof('message', id))
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
  await expect(sendMessage(newVisitor(), { ...question, ...wrong }, humanFormProof('message'))).rejects.toMatchObject({
    code,
  })
  expect(await count(portal, question)).toBe(0)
})

test('a name cannot inject a mail header', async ({ portal, question }) => {
  const name = 'Vera\r\nBcc: everybody@example.com'
  await sendMessage(newVisitor(), { ...question, name }, humanFormProof('message'))
  const mail = await eventually('the mail to the fund', () => aboutVisitor(portal, question.email)[0])
  expect(mail.bcc).toBeUndefined()
  expect(portal.mailbox.messages.map(({ to }) => to)).not.toContain('everybody@example.com')
})

test('bots are detected by the hidden field, a forged form, or a form sent faster than it can be read', async ({
  portal,
  question,
}) => {
  const send = (proof: { ticket: string; trap: string }) => sendMessage(newVisitor(), question, proof)
  await expect(send({ ...humanFormProof('message'), trap: 'https://spam.example' })).rejects.toMatchObject({
    code: 'NOT_A_PERSON',
  })
  await expect(send({ ticket: openForm('message'), trap: '' })).rejects.toMatchObject({ code: 'SENT_TOO_FAST' })
  const [time, , seal] = humanFormProof('message').ticket.split('.')
  for (const ticket of ['', '0.forged', `${time}.${randomUUID()}.${seal}`, humanFormProof('call').ticket])
    await expect(send({ ticket, trap: '' }), ticket).rejects.toMatchObject({ code: 'FORM_EXPIRED' })
  expect(await count(portal, question)).toBe(0)
})

test('a form’s ticket creates one message, however often it is sent, and only for a day', async ({
  portal,
  question,
}) => {
  const proof = humanFormProof('message')
  for (let i = 0; i < 4; i++) await sendMessage(newVisitor(), { ...question, message: `No. ${i}` }, proof)
  expect(await count(portal, question)).toBe(1)
  const ticket = openForm('message', Date.now() - formTicketLifetime - 1000)
  await expect(sendMessage(newVisitor(), question, { ticket, trap: '' })).rejects.toMatchObject({
    code: 'FORM_EXPIRED',
  })
})

test('messages are limited by client and by the address given; a form sent again costs nothing', async ({
  domain,
  question,
}) => {
  const flood = newVisitor()
  const codes: string[] = []
  const again = humanFormProof('message')
  for (let i = 0; i <= messagesPerClient; i++) {
    const fields = { ...question, email: `someone-${i}@${domain}` }
    await sendMessage(flood, fields, humanFormProof('message')).catch(error => codes.push(error.code))
    if (i < 4) await sendMessage(flood, { ...question, email: `again@${domain}` }, again)
  }
  // A form sent four times counted once.
  expect(codes).toEqual(['TOO_MANY_TODAY', 'TOO_MANY_TODAY'])
  codes.length = 0
  for (let i = 0; i <= messagesPerAddress; i++) {
    const fields = { ...question, email: `Victim@${domain}` }
    await sendMessage(newVisitor(), fields, humanFormProof('message')).catch(error => codes.push(error.code))
  }
  expect(codes).toEqual(['TOO_MANY_TODAY'])
})
