import { expect, test } from 'vitest'
import { isSecretField } from '../../../rules/secret-fields.ts'
import { holdForm, readHeldForm } from '../investor/proof/held-form.ts'

test('codes, passwords, tax numbers and numbers of accounts are kept nowhere', () => {
  for (const name of ['code', 'token', 'recovery', 'password', 'tin', 'holder_ssn', 'ein', 'custodian_account', 'iban'])
    expect(isSecretField(name, 'anything'), name).toBe(true)
  for (const value of ['123-45-6789', '123 45 6789', ' 12-3456789 ', '000123456789'])
    expect(isSecretField('note', value), value).toBe(true)
  for (const name of ['subject', 'body', 'full_name', 'amount', 'reason'])
    expect(isSecretField(name, 'Words of 2026'), name).toBe(false)
  for (const value of ['2026-11-28', '$400,000', '13%', 'Call me at 512-555-0142 today'])
    expect(isSecretField('note', value), value).toBe(false)
})

test('a form that is held keeps everything else, and asks again for the rest', () => {
  const form = new FormData()
  form.append('intent', 'enter')
  form.append('tin', '123-45-6789')
  form.append('ids', 'one')
  form.append('ids', 'two')
  form.append('file', new File(['words'], 'form.pdf'))
  form.append('unchosen', new File([], ''))
  const held = holdForm(form)
  expect(held).toEqual({
    fields: [
      ['intent', 'enter'],
      ['ids', 'one'],
      ['ids', 'two'],
    ],
    again: [
      { name: 'tin', isFile: false },
      { name: 'file', isFile: true },
    ],
  })
  expect(readHeldForm(JSON.stringify(held))).toEqual(held)
  for (const other of ['', 'null', '{}', '{"fields":[1],"again":[]}']) expect(readHeldForm(other)).toBeUndefined()
})
