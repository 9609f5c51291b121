import { expect, test } from 'vitest'
import { plainName } from '../../rules/plain-name.ts'

test.each([
  ['Iris Vestor', 'Iris Vestor'],
  ['J.P. Morgan III', 'J.P. Morgan III'],
  ['Dr. Ana-María O’Neil', 'Dr. Ana-María O’Neil'],
  ['Vestor Family 2019 Trust', 'Vestor Family 2019 Trust'],
  ['Desk at https://larkstone-verify.evil.example/login', 'Desk at'],
  ['Desk www.evil', 'Desk'],
  ['evil.example', ''],
  ['ｅｖｉｌ．ｅｘａｍｐｌｅ', ''],
  ['evil。example', ''],
  ['a1.ru', ''],
  ['t.me/x', ''],
  ['192.0.2.1', ''],
  ['fraud@evil.example Desk', 'Desk'],
  ['Desk (555) 010-9999', 'Desk'],
  ['Desk 5 5 5 0 1 0 9', 'Desk'],
  ['Desk ５５５０１０９', 'Desk'],
  [null, ''],
])('%j is shown as %j', (typed, shown) => {
  expect(plainName(typed)).toBe(shown)
})

test('a name ends after 60 characters, at a word', () => {
  expect(plainName('word '.repeat(30))).toBe('word '.repeat(12).trim())
  expect(plainName('x'.repeat(61))).toBe('')
})
