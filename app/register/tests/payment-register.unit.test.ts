import { expect, test } from 'vitest'
import { boxesOf } from '../payment-register.ts'

test('interest counts in box 1, what was withheld in box 4, and nothing where the payee is exempt', () => {
  const payment = { interest: 1_833_33n, withheld: 0n, exempt: null }
  expect(boxesOf(payment)).toBe('1')
  expect(boxesOf({ ...payment, withheld: 440_00n })).toBe('1 and 4')
  expect(boxesOf({ ...payment, interest: -1_833_33n })).toBe('1')
  expect(boxesOf({ ...payment, interest: 0n })).toBe('')
  expect(boxesOf({ ...payment, exempt: 'account' })).toBe('')
})
