import { expect, test } from 'vitest'
import { againInWords, type BookedAgain } from '../server/booked-again.ts'

const payment: BookedAgain['payments'][number] = {
  ...{ day: '2026-08-17', cents: '183333', reference: 'AUG' },
  settles: [
    { due: '2026-08-15', cents: '100000' },
    { due: null, cents: '83333' },
  ],
}

test('a payment that is counted again says what it settled before and what it settles now', () => {
  const settled = [{ due: '2026-07-15', cents: '183333' }]
  expect(againInWords({ dues: [], payments: [{ ...payment, settled }] }).at(-1)).toBe(
    'The payment of $1,833.33 made on Aug 17, 2026 settled $1,833.33 of interest due on Jul 15, 2026. Now it settles $1,000 of interest due on Aug 15, 2026, and $833.33 of principal.',
  )
})

test('a request that an earlier version stored reads as it did', () => {
  expect(againInWords({ dues: [], payments: [payment] }).at(-1)).toBe(
    'The payment of $1,833.33 made on Aug 17, 2026 settles $1,000 of interest due on Aug 15, 2026, and $833.33 of principal.',
  )
})
