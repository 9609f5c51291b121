import { expect, test } from 'vitest'
import { parseFields } from '../../../rules/commands/command.ts'
import { isRoutingNumber } from '../../../rules/payment-instructions.ts'
import { holderMails, officeMails } from '../server/wire-mail.ts'
import { changeWireCommand } from '../wire.commands.ts'

test('a routing number has nine digits with a check digit', () => {
  for (const digits of ['021000021', '111000025', '122105155']) expect(isRoutingNumber(digits), digits).toBe(true)
  for (const digits of ['021000012', '021000022', '000000000', '02100002', '0210000210', '02100002a', ''])
    expect(isRoutingNumber(digits), digits).toBe(false)
})

test('a routing number is read however it is spaced, and a wrong one is named', () => {
  const typed = { bankName: 'A', bankAddress: 'B', accountName: 'C', accountNumber: '1234', furtherCredit: '' }
  expect(parseFields(changeWireCommand, { ...typed, routingNumber: ' 0210-0002 1' }).values.routingNumber).toBe(
    '021000021',
  )
  expect(parseFields(changeWireCommand, { ...typed, routingNumber: '021000012' }).problems).toEqual({
    routingNumber: 'WIRE_ROUTING',
  })
})

test('no e-mail about wire instructions has a digit of them', () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const mails = [...Object.values(officeMails), ...Object.values(holderMails).map(mail => mail(id))]
  for (const { subject, paragraphs } of mails) expect([subject, ...paragraphs].join(' ')).not.toMatch(/\d{2}/)
})
