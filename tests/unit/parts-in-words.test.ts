import { expect, test } from 'vitest'
import { addDays, type Day } from '../../rules/notes/days.ts'
import { type MoneyPart, partsInWords, payoffParts } from '../../rules/notes/parts-in-words.ts'
import { payoffQuote } from '../../rules/notes/payoff.ts'
import { type NoteTerms, scheduleOf } from '../../rules/notes/schedule.ts'

const terms: NoteTerms = {
  ...{ principalCents: 200_000_00n, rateBp: 1100, termMonths: 12, payout: 'monthly', dayCount: '30/360' },
  ...{ convention: 'following', issueDate: '2026-01-15' },
}

/** The note on which the first payments were made, and no other. */
function paidTo(payments: number) {
  const lines = scheduleOf(terms).map(({ n, due, start, interestCents, principalCents }) => ({
    ...{ due, start, interest: interestCents, principal: principalCents },
    paid: n <= payments ? interestCents : 0n,
  }))
  return { terms, lines, owed: 200_000_00n, defaultRateBp: null }
}

const sumOf = (parts: readonly MoneyPart[]) => parts.reduce((sum, { cents }) => sum + BigInt(cents), 0n)

test('the parts of a payoff are principal, each interest that is due, and what accrued or ran late with its days', () => {
  const words = (payments: number, day: Day) => partsInWords(payoffParts(paidTo(payments), day), day)
  expect(words(2, '2026-04-21')).toEqual([
    'Parts: principal $200,000.00; interest due on Apr 15, 2026 $1,833.33; accrued interest from Apr 15, 2026 through Apr 20, 2026 $366.67.',
  ])
  expect(words(3, '2026-04-15')).toEqual(['Parts: principal $200,000.00.'])
  expect(words(12, '2027-01-25')).toEqual([
    'Parts: principal $200,000.00; late interest from Jan 15, 2027 through Jan 24, 2027 $602.74.',
  ])
})

test('on every day of a year and half, the parts add up to what settles the note', () => {
  for (let day = '2026-01-16'; day < '2027-06-30'; day = addDays(day, 1))
    for (const payments of [0, 3, 12]) {
      const note = paidTo(payments)
      // What was paid ahead is no part of it.
      if (note.lines.some(({ due, paid }) => due > day && paid > 0n)) continue
      expect(sumOf(payoffParts(note, day)), `${day} ${payments}`).toBe(payoffQuote(note, day).total)
    }
})

test('interest that is paid before it is due says so', () => {
  const part: MoneyPart = { what: 'interest', due: '2026-05-15', cents: '183333' }
  expect(partsInWords([part], '2026-05-01')).toEqual([
    'Parts: interest due on May 15, 2026, ahead of its day, $1,833.33.',
  ])
  expect(partsInWords([], '2026-05-01')).toEqual([])
})
