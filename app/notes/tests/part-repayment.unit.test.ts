import { expect, test } from 'vitest'
import { principalAfter, repayPart } from '../part-repayment.ts'
import { payoffQuote } from '../payoff.ts'
import { type NoteTerms, scheduleOf } from '../schedule.ts'

const terms: NoteTerms = {
  ...{ principalCents: 200_000_00n, rateBp: 1100, termMonths: 12, payout: 'monthly' },
  ...{ dayCount: '30/360', convention: 'following', issueDate: '2026-12-15' },
}
const lines = scheduleOf(terms).map(({ interestCents, principalCents, ...line }) => ({
  ...{
    ...line,
    version: 1,
    interest: interestCents,
    principal: principalCents,
    paid: 0n,
    principalLeft: 0n,
    credit: 0n,
  },
}))

test('after a part is repaid, interest runs on the rest, and the last payment absorbs the cents', () => {
  const repaid = repayPart(terms, lines, '2027-06-15', 50_000_00n)
  expect(repaid.slice(0, 6).map(({ interest }) => interest)).toEqual(Array(6).fill(1_833_33n))
  expect(repaid.slice(6).map(({ interest }) => interest)).toEqual([...Array(5).fill(1_375_00n), 1_375_02n])
  expect(repaid.map(({ principal }) => principal)).toEqual([
    ...[...Array(5).fill(0n), 50_000_00n, ...Array(5).fill(0n), 150_000_00n],
  ])
  // Six months on $200,000 and six on $150,000.
  expect(repaid.reduce((sum, { interest }) => sum + interest, 0n)).toBe(19_250_00n)
  // A second part, by actual days.
  const actual = { ...terms, dayCount: 'actual/365' } as const
  const first = scheduleOf(actual).map(line => ({
    ...line,
    interest: line.interestCents,
    principal: line.principalCents,
  }))
  const twice = repayPart(actual, repayPart(actual, first, '2027-03-15', 60_000_00n), '2027-09-15', 40_000_00n)
  // 200,000 for 90 days, 140,000 for 184, 100,000 for 91, at 11%: 52,860,000 dollar-days.
  const exact = (52_860_000n * 1100n * 2n + 36_500n) / (2n * 36_500n)
  expect(twice.reduce((sum, { interest }) => sum + interest, 0n)).toBe(exact)
  expect(principalAfter(twice, '2027-03-14')).toBe(200_000_00n)
  expect(principalAfter(twice, '2027-03-15')).toBe(140_000_00n)
  expect(principalAfter(twice, '2027-12-15')).toBe(0n)
})

test('a payoff is quoted for any day', () => {
  const note = { terms, lines, owed: 200_000_00n, defaultRateBp: 1500 }
  const paid = { ...note, lines: lines.map((line, i) => ({ ...line, paid: i < 4 ? line.interest : 0n })) }
  // The oracle’s note 1 on May 3, 2027.
  expect(payoffQuote(paid, '2027-05-03')).toMatchObject({ unpaid: 0n, accrued: 1_100_00n, total: 201_100_00n })
  expect(payoffQuote(note, '2027-05-03').total).toBe(201_100_00n + 4n * 1_833_33n)
  const repaid = repayPart(terms, paid.lines, '2027-04-15', 50_000_00n)
  const quote = payoffQuote({ ...paid, lines: repaid, owed: 150_000_00n }, '2027-05-03')
  expect(quote).toMatchObject({ principal: 150_000_00n, accrued: 825_00n, total: 150_825_00n })
  // 73 days after maturity, at the default rate.
  expect(payoffQuote(paid, '2028-02-26')).toMatchObject({ accrued: 0n, late: 6_000_00n })
})
