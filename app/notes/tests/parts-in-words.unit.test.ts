import { expect, test } from 'vitest'
import type { Day } from '../../../rules/days.ts'
import { type MoneyPart, moneyPartsOf, partsInWords } from '../parts-in-words.ts'
import { type NoteEvent, type NoteHistory, type ReplayLine, replay } from '../replay.ts'
import { type NoteTerms, scheduleOf } from '../schedule.ts'

const terms: NoteTerms = {
  ...{ principalCents: 200_000_00n, rateBp: 1100, termMonths: 12, payout: 'monthly', dayCount: '30/360' },
  ...{ convention: 'following', issueDate: '2026-01-15' },
}

const schedule: ReplayLine[] = scheduleOf(terms).map(({ interestCents, principalCents, ...line }) => ({
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

/** The note with only its first payments, made on time. */
function paidTo(payments: number): NoteHistory {
  const paid = schedule.slice(0, payments).map(
    ({ n, pay, interest }): NoteEvent => ({
      ...{ id: `payment ${n}`, kind: 'payment', day: pay, cents: interest },
      booked: { parts: [{ kind: 'interest', n, cents: interest }] },
    }),
  )
  const funds: NoteEvent = { id: 'funds', kind: 'principal', day: terms.issueDate, cents: terms.principalCents }
  return { terms, defaultRateBp: null, schedule, freshNumber: 13, events: [funds, ...paid] }
}

function partsOn(history: NoteHistory, day: Day): MoneyPart[] {
  const events: NoteEvent[] = [...history.events, { id: 'payoff', kind: 'payoff', day }]
  const { booked, lines } = replay({ ...history, events }, events.length - 1)
  return moneyPartsOf(booked.get('payoff') ?? { parts: [] }, terms, lines)
}

test('the parts of a payoff are principal, each interest that is due, and what accrued or ran late with its days', () => {
  const words = (payments: number, day: Day) => partsInWords(partsOn(paidTo(payments), day), day)
  expect(words(2, '2026-04-21')).toEqual([
    'Parts: principal $200,000.00; interest due on Apr 15, 2026 $1,833.33; accrued interest from Apr 15, 2026 through Apr 20, 2026 $366.67.',
  ])
  expect(words(3, '2026-04-15')).toEqual(['Parts: principal $200,000.00.'])
  expect(words(12, '2027-01-25')).toEqual([
    'Parts: principal $200,000.00; late interest from Jan 15, 2027 through Jan 24, 2027 $602.74.',
  ])
})

test('interest that is paid before it is due says so', () => {
  const part: MoneyPart = { what: 'interest', due: '2026-05-15', cents: '183333' }
  expect(partsInWords([part], '2026-05-01')).toEqual([
    'Parts: interest due on May 15, 2026, ahead of its day, $1,833.33.',
  ])
  expect(partsInWords([], '2026-05-01')).toEqual([])
})
