import { describe, expect, test } from 'vitest'
import { noteSettings } from '../../../content/notes.ts'
import { adjust } from '../../../rules/business-days.ts'
import { formatCents, parseCents } from '../../../rules/money.ts'
import { oracleNotes as notes, oracleRows } from '../../../tests/helpers/note-oracle.ts'
import { paidByYear } from '../../../tests/helpers/paid-by-year.ts'
import { accruedOn } from '../accrual.ts'
import { maturityWindow } from '../maturity.ts'
import { maturityOf, scheduleOf } from '../schedule.ts'

const cents = (dollars: string) => parseCents(dollars) as bigint
const list = (amounts: string) => amounts.split(/\s+/).map(cents)

describe('payments in order, and their total', () => {
  test.each(oracleRows)('row %i', (row, payments, total) => {
    const lines = scheduleOf(notes[row])
    expect(lines.map(line => line.interestCents)).toEqual(list(payments))
    expect(lines.reduce((sum, line) => sum + line.interestCents, 0n)).toBe(cents(total))
    expect(lines.map(line => line.principalCents)).toEqual([...lines.slice(1).map(() => 0n), notes[row].principalCents])
  })

  test('row 11 by either day count', () => {
    const either = scheduleOf({ ...notes[11], dayCount: 'actual/365' })
    expect(either.map(line => line.interestCents)).toEqual(list('24,000.00 24,000.00'))
    expect(either.map(line => line.due)).toEqual(['2029-02-28', '2030-02-28'])
  })
})

test.each<[keyof typeof notes, string[]]>([
  [3, ['2027-04-30', '2027-07-31', '2027-10-31', '2028-01-31', '2028-04-30', '2028-07-31', '2028-10-31', '2029-01-31']],
  [4, ['2028-02-29', '2028-05-30', '2028-08-30', '2028-11-30', '2029-02-28', '2029-05-30', '2029-08-30', '2029-11-30']],
  [5, ['2028-03-01', '2029-03-01']],
  [11, ['2029-02-28', '2030-02-28']],
])('row %i is due on its days', (row, days) => {
  expect(scheduleOf(notes[row]).map(line => line.due)).toEqual(days)
  expect(maturityOf(notes[row])).toBe(days.at(-1))
})

test.each<[keyof typeof notes, number, number]>([
  [7, 11, 19],
  [8, 12, 19],
  [9, 111, 69],
  [10, 111, 71],
])('row %i has a first and a last period of their own', (row, first, last) => {
  const lines = scheduleOf(notes[row])
  expect([lines[0], lines.at(-1)].map(line => [line?.days, line?.isStub])).toEqual([
    [first, true],
    [last, true],
  ])
  expect(lines.slice(1, -1).every(line => !line.isStub)).toBe(true)
})

test.each([
  ['2027-02-15', 'following', '2027-02-16'],
  ['2027-06-19', 'following', '2027-06-21'],
  ['2027-06-19', 'preceding', '2027-06-18'],
  ['2027-07-04', 'following', '2027-07-06'],
  ['2028-01-01', 'following', '2028-01-03'],
  ['2028-12-31', 'following', '2029-01-02'],
  ['2027-01-31', 'modified_following', '2027-01-29'],
] as const)('what is due on %s is paid, %s, on %s', (due, convention, pay) => {
  expect(adjust(due, convention)).toBe(pay)
})

test.each<[keyof typeof notes, [number, string][]]>([
  [
    12,
    [
      [2027, '$28,325.16'],
      [2028, '$25,964.73'],
      [2029, '$2,360.34'],
    ],
  ],
  [
    7,
    [
      [2027, '$26,132.61'],
      [2028, '$4,117.39'],
    ],
  ],
])('note %i pays by year', (row, years) => {
  expect(paidByYear(scheduleOf(notes[row])).map(each => [each.year, formatCents(each.interestCents)])).toEqual(years)
})

test.each<[keyof typeof notes, string, string]>([
  [1, '2027-02-01', '977.78'],
  [2, '2027-02-01', '1,024.66'],
  [12, '2027-02-27', '2,124.38'],
  [12, '2027-03-30', '2,360.43'],
  [6, '2028-02-29', '150,000.00'],
])('note %i has accrued on %s', (row, day, accrued) => {
  expect(accruedOn(notes[row], day)).toBe(cents(accrued))
})

test.each<[keyof typeof notes, string]>([
  [1, '201,100.00'],
  [2, '201,084.93'],
])('note %i is paid off on May 3, 2027', (row, payoff) => {
  expect(notes[row].principalCents + accruedOn(notes[row], '2027-05-03')).toBe(cents(payoff))
})

test('what happens before maturity', () => {
  expect(maturityWindow('2027-12-15', noteSettings.maturity)).toEqual({
    notice: '2027-10-16',
    firstReminder: '2027-11-15',
    secondReminder: '2027-11-25',
    closes: '2027-11-30',
  })
})
