import { describe, expect, test } from 'vitest'
import { noteSettings } from '../../../content/notes.ts'
import { decimalCents, formatCents, formatRate, parseCents, parseRate } from '../../../rules/money.ts'
import { exampleTiers as tiers } from '../../../tests/helpers/example-tiers.ts'
import { clausesOf, describeTerms } from '../describe.ts'
import { maturityWindow } from '../maturity.ts'
import { scheduleOf } from '../schedule.ts'
import { checkTerms, type NoteTerms, termsProblemInWords, tierFor, tierRateBp } from '../terms.ts'

const sound: NoteTerms = {
  principalCents: 200_000_00n,
  rateBp: 1100,
  termMonths: 12,
  payout: 'monthly',
  dayCount: '30/360',
  convention: 'following',
  issueDate: '2026-12-15',
}
const limits = { rateCeilingBp: 1800, lawfulBp: 2800, issueMonthsAhead: 12, firstPeriodDays: 5 }
const context = { today: '2026-11-23', limits }
const check = (change: object, all: typeof tiers | [] = tiers) => checkTerms({ ...sound, ...change }, all, context)
const problems = (change: object) => check(change).map(termsProblemInWords)

test('a payout is refused where its tier offers it no more, or the fund doesn’t', () => {
  const [lowest, ...others] = tiers
  const all = [{ ...lowest, payouts: ['monthly'] as const }, ...others]
  const offered = { ...context, payouts: ['monthly', 'quarterly'] as const }
  const problemsOf = (change: object) => checkTerms({ ...sound, ...change }, all, offered).map(termsProblemInWords)
  expect(problemsOf({ payout: 'monthly' })).toEqual([])
  expect(problemsOf({ payout: 'quarterly' })).toEqual([expect.stringMatching(/: monthly\.$/)])
  expect(problemsOf({ payout: 'quarterly', principalCents: 400_000_00n, rateBp: 1200 })).toEqual([])
  expect(problemsOf({ payout: 'annually', principalCents: 400_000_00n, rateBp: 1200 })).toEqual([
    expect.stringMatching(/: monthly, quarterly\.$/),
  ])
})

test('sound terms have no fault', () => {
  expect(check({})).toEqual([])
  expect(check({ payout: 'annually', firstPaymentDate: '2027-12-15' })).toEqual([])
  expect(check({ firstPaymentDate: '2027-02-15' })).toEqual([])
  expect(check({ principalCents: 349_999_99n })).toEqual([])
})

test.each([
  [{ principalCents: 199_999_99n }, ['The principal is below the fund’s minimum: $200,000.']],
  [{ principalCents: 0n }, ['Enter the principal in dollars and whole cents.']],
  [
    { principalCents: 10_000_000_01n, rateBp: 1500 },
    ['The principal is above the highest tier. Split it into several notes.'],
  ],
  [{ rateBp: 1300 }, ['The rate isn’t one that this amount’s tier pays: 11% to 12%.']],
  [
    { rateBp: 1801 },
    ['The rate is above what the law allows: 18%.', 'The rate isn’t one that this amount’s tier pays: 11% to 12%.'],
  ],
  [{ rateBp: 11.5 }, ['Enter a rate above 0%, in percent with at most two decimals.']],
  [{ termMonths: 18 }, ['A note runs for 12 or 24 months.']],
  [{ payout: 'weekly' }, ['Choose how often interest is paid: monthly, quarterly or annually.']],
  [{ issueDate: '2099-01-01' }, ['The issue date is too far ahead. Check the year.']],
  [{ issueDate: '2027-02-29' }, ['Enter the issue date, a day that exists, from 2000 on.']],
  [{ issueDate: '1999-12-31' }, ['Enter the issue date, a day that exists, from 2000 on.']],
  [{ firstPaymentDate: '2026-12-15' }, ['The first payment must be after the issue date.']],
  [{ firstPaymentDate: '2026-12-01' }, ['The first payment must be after the issue date.']],
  [{ firstPaymentDate: '2027-02-16' }, ['The first payment is too late for this rhythm: Feb 15, 2027 at the latest.']],
  [
    { payout: 'annually', firstPaymentDate: '2027-12-16' },
    [
      'Interest must be paid at least once a year, so the first payment can’t be later than 12 months after issue: Dec 15, 2027.',
    ],
  ],
  [
    { firstPaymentDate: '2026-12-19' },
    ['The first payment would be for too few days. Choose the next payment day: Jan 19, 2027.'],
  ],
  [
    { payout: 'annually', firstPaymentDate: '2026-12-19' },
    ['The first payment would be for too few days. Choose the next payment day: Dec 15, 2027.'],
  ],
  [
    { issueDate: '2026-12-31', firstPaymentDate: '2027-01-30' },
    [
      'The last payment would be for no day, because 30/360 does not count the 31st. Choose another first payment date.',
    ],
  ],
] as const)('%o is refused', (change, sentences) => {
  expect(problems(change)).toEqual(sentences)
})

test('notes of earlier tiers are compared with the law only', () => {
  expect(check({ principalCents: 50_000_00n, rateBp: 900 }, [])).toEqual([])
  expect(check({ rateBp: 1801 }, []).map(({ code }) => code)).toEqual(['TERMS_RATE_ABOVE_CEILING'])
})

test('the tier and rate of an amount in cents', () => {
  expect(tierFor(199_999_99n, tiers)).toBeUndefined()
  expect(tierFor(349_999_99n, tiers)).toBe(tiers[0])
  expect(tierFor(350_000_00n, tiers)).toBe(tiers[1])
  expect(tierFor(10_000_000_00n, tiers)).toBe(tiers.at(-1))
  expect([12, 24].map(months => tierRateBp(tiers[1] ?? tiers[0], months as 12 | 24))).toEqual([1200, 1300])
})

describe('money and rates as text', () => {
  test.each([
    ['200,000', 200_000_00n],
    ['$1,833.33', 1_833_33n],
    ['1833.3', 1_833_30n],
    [' $ 0.01 ', 1n],
    ['9007199254740993.00', undefined],
    ['1,83', undefined],
    ['1.005', undefined],
    ['-5', undefined],
    ['', undefined],
    ['1e5', undefined],
  ])('%j is read as %s cents', (typed, cents) => expect(parseCents(typed)).toBe(cents))

  test('cents are written without rounding, however many there are', () => {
    expect(formatCents(90_071_992_547_409_93n)).toBe('$90,071,992,547,409.93')
    expect([formatCents(200_000_00n), formatCents(200_000_00n, true)]).toEqual(['$200,000', '$200,000.00'])
    expect([formatCents(5n), formatCents(-5_00n), formatCents(0n)]).toEqual(['$0.05', '−$5', '$0'])
    expect([decimalCents(1_833_33n), decimalCents(-5n), decimalCents(0n)]).toEqual(['1833.33', '-0.05', '0.00'])
  })

  test('rates', () => {
    expect([formatRate(1300), formatRate(1133), formatRate(1110)]).toEqual(['13%', '11.33%', '11.1%'])
    expect(['13', '11.33%', '11.1 %', '0.5', '11.333', '-1', 'x'].map(parseRate)).toEqual([
      1300,
      1133,
      1110,
      50,
      undefined,
      undefined,
      undefined,
    ])
  })
})

test('a choice can be made from the notice to the last day', () => {
  const window = maturityWindow('2027-12-15', noteSettings.maturity)
  expect(window).toMatchObject({ notice: '2027-10-16', closes: '2027-11-30' })
})

describe('terms in words', () => {
  const registered = 'This note is registered.'
  const clauses = clausesOf(sound, { ...noteSettings, defaultRateBp: null, registered })
  const parties = { holder: 'Jane Doe', offering: 'Larkstone Promissory Notes', also: clauses }

  test('of equal payments', () => {
    const terms = {
      ...sound,
      principalCents: 250_001_00n,
      rateBp: 1133,
      termMonths: 24,
      issueDate: '2026-12-31',
    } as const
    expect(describeTerms(terms, parties)).toEqual([
      'Jane Doe lends the fund $250,001 under Larkstone Promissory Notes.',
      'The note pays 11.33% a year, fixed and simple, from Dec 31, 2026 for 24 months.',
      'Interest is paid every month. 24 payments, the first due on Jan 31, 2027, the last on Dec 31, 2028: 23 times $2,360.43, then $2,360.34. In all, $56,650.23.',
      'The principal of $250,001 is due on Dec 31, 2028.',
      'Days are counted 30/360: a whole month is 30 days, a year 360. Each payment of interest is rounded to the cent, and the last one takes what rounding left.',
      'A payment due on a weekend or bank holiday is made on the next business day. The amount stays the same.',
      'A payment settles interest first, what was due earliest first, then principal.',
      'Principal that is paid late bears interest of 11% a year for each day after its payment date, on a year of 365 days. Unpaid interest bears none.',
      'The note can be declared in default once a payment is unpaid for more than 10 days after its payment date.',
      'The holder is notified of maturity 60 days before it, and can choose until 15 days before it whether the principal is repaid or renewed; who hasn’t chosen is reminded 30 and 20 days before. A later choice counts if the fund agrees. Without a choice, the principal is repaid.',
      'This note is registered.',
    ])
  })

  test('of payments that all differ: without them', () => {
    expect(describeTerms({ ...sound, dayCount: 'actual/365' }, parties)[2]).toBe(
      'Interest is paid every month. 12 payments, the first due on Jan 15, 2027, the last on Dec 15, 2027. In all, $22,000.',
    )
  })

  test('of payments that add up to another amount than the rate times the term', () => {
    // The first payment on the 31st, the last on the 15th: 30/360 counts a day more.
    const uneven = { ...sound, issueDate: '2026-12-15', firstPaymentDate: '2027-01-31' } as const
    const paid = scheduleOf(uneven).reduce((sum, { interestCents }) => sum + interestCents, 0n)
    expect(paid - 22_000_00n).toBe(61_11n)
    expect(describeTerms(uneven, parties)[2]).toContain(
      'In all, $22,061.11: $61.11 more than 11% a year for 12 months, because of how days are counted.',
    )
    const leap = { ...sound, dayCount: 'actual/365', issueDate: '2027-06-15' } as const
    expect(describeTerms(leap, parties)[2]).toContain('$60.27 more than 11% a year for 12 months')
  })

  test('of one payment', () => {
    expect(describeTerms({ ...sound, payout: 'annually' }, parties)[2]).toBe(
      'Interest is paid once a year. One payment, due on Dec 15, 2027: $22,000. In all, $22,000.',
    )
  })
})
