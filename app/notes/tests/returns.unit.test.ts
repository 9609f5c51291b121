import { describe, expect, test } from 'vitest'
import { tiers as ownTiers } from '../../../content/tiers.ts'
import { fromCents } from '../../../rules/number.ts'
import { paymentsAYear, payouts, rateOf, returnsOf, termYears, tierOf } from '../../../rules/returns.ts'
import { isSampleFund, exampleTiers as tiers } from '../../../tests/helpers/example-tiers.ts'
import { scheduleOf } from '../schedule.ts'

describe('the tier for an amount', () => {
  test.each([
    [200_000, 'Tier 1', 11, 12],
    [349_999, 'Tier 1', 11, 12],
    [350_000, 'Tier 2', 12, 13],
    [499_999, 'Tier 2', 12, 13],
    [500_000, 'Tier 3', 13, 14],
    [999_999, 'Tier 3', 13, 14],
    [1_000_000, 'Tier 4', 14, 15],
    [10_000_000, 'Tier 4', 14, 15],
  ])('%d is in %s at %d%% for one year and %d%% for two', (amount, name, one, two) => {
    const tier = tierOf(amount, tiers)
    expect(tier?.name).toBe(name)
    expect(tier && [rateOf(tier, 1), rateOf(tier, 2)]).toEqual([one, two])
  })

  test('no tier below the minimum, above the maximum, or for what is not a number', () => {
    for (const amount of [199_999, 10_000_001, 0, -1, Number.NaN]) expect(tierOf(amount, tiers)).toBeUndefined()
  })

  test.runIf(isSampleFund)('the sample’s are the specification’s', () => {
    expect(ownTiers).toEqual(tiers)
  })
})

describe('a million dollars', () => {
  const tier = tiers.at(-1) ?? tiers[0]

  test('for two years', () => {
    expect(returnsOf({ amount: 1_000_000, years: 2, payout: 'monthly', tier })).toMatchObject({
      monthlyReturn: 12_500_00,
      annualReturn: 150_000_00,
      totalReturn: 300_000_00,
      totalValue: 1_300_000_00,
      rate: { value: 15, min: 14, max: 15 },
    })
  })

  test('for one year, paid quarterly', () => {
    expect(returnsOf({ amount: 1_000_000, years: 1, payout: 'quarterly', tier }).schedule).toEqual([
      { month: 3, interestCents: 35_000_00, principalCents: 0 },
      { month: 6, interestCents: 35_000_00, principalCents: 0 },
      { month: 9, interestCents: 35_000_00, principalCents: 0 },
      { month: 12, interestCents: 35_000_00, principalCents: 1_000_000_00 },
    ])
  })
})

test('rounding is settled in the last payment', () => {
  const { schedule, monthlyReturn } = returnsOf({ amount: 200_000, years: 1, payout: 'monthly', tier: tiers[0] })
  expect(monthlyReturn).toBe(1_833_33)
  expect(schedule.slice(0, -1).every(({ interestCents }) => interestCents === 1_833_33)).toBe(true)
  expect(schedule.at(-1)).toEqual({ month: 12, interestCents: 1_833_37, principalCents: 200_000_00 })
})

test('a rate with decimals is calculated to the cent', () => {
  const tier = { ...tiers[0], oneYear: 11.1 }
  expect(returnsOf({ amount: 200_001, years: 1, payout: 'annually', tier }).annualReturn).toBe(22_200_11)
})

test('each figure is rounded from the exact one: $250,001 at 11.33% for two years', () => {
  const tier = { ...tiers[0], twoYears: 11.33 }
  const { schedule, ...figures } = returnsOf({ amount: 250_001, years: 2, payout: 'monthly', tier })
  expect(figures).toMatchObject({
    monthlyReturn: 2_360_43,
    annualReturn: 28_325_11,
    totalReturn: 56_650_23,
    totalValue: 306_651_23,
  })
  expect(schedule.slice(0, -1).every(({ interestCents }) => interestCents === 2_360_43)).toBe(true)
  expect(schedule.at(-1)?.interestCents).toBe(2_360_34)
})

test('the calculator and the register count alike', () => {
  for (const years of termYears)
    for (const payout of payouts)
      for (const [amount, rate] of [
        [200_000, 11],
        [250_001, 11.33],
        [375_250, 13],
        [999_999, 13.37],
      ] as const) {
        const { schedule } = returnsOf({ amount, years, payout, tier: { ...tiers[0], oneYear: rate, twoYears: rate } })
        const lines = scheduleOf({
          principalCents: BigInt(amount) * 100n,
          rateBp: Math.round(rate * 100),
          termMonths: years === 1 ? 12 : 24,
          payout,
          dayCount: '30/360',
          convention: 'following',
          issueDate: '2027-01-31',
        })
        expect(schedule.map(({ interestCents }) => BigInt(interestCents))).toEqual(
          lines.map(({ interestCents }) => interestCents),
        )
      }
})

describe.each(ownTiers)('$name', tier => {
  /** Both bounds and the amounts next to them, the middle, and amounts spread over the tier by a prime step. */
  const spread = Array.from({ length: 60 }, (_, i) => tier.from + ((i * 104_729) % (tier.to - tier.from)))
  const amounts = [tier.from, tier.from + 1, tier.to - 1, tier.to, Math.round((tier.from + tier.to) / 2), ...spread]

  for (const years of termYears)
    for (const payout of payouts)
      test(`${years} years, ${payout}: whole cents, due on time, adding up exactly`, () => {
        for (const amount of amounts) {
          const { schedule, ...result } = returnsOf({ amount, years, payout, tier })
          const rate = years === 1 ? tier.oneYear : tier.twoYears
          expect(result.rate).toEqual({ value: rate, min: tier.oneYear, max: tier.twoYears })

          // Section 9’s arithmetic, on integers: hundredths of cents a year, rounded half up once.
          const aYear = amount * Math.round(rate * 100)
          expect(result.annualReturn).toBe(Math.round(aYear / 100))
          expect(result.totalReturn).toBe(Math.round((aYear * years) / 100))
          expect(result.totalValue).toBe(amount * 100 + result.totalReturn)
          expect(Math.abs(result.monthlyReturn - aYear / 1200)).toBeLessThanOrEqual(0.5)

          const count = paymentsAYear[payout] * years
          const gap = 12 / paymentsAYear[payout]
          expect(schedule.map(({ month }) => month)).toEqual(Array.from({ length: count }, (_, i) => (i + 1) * gap))
          expect(schedule.every(({ interestCents }) => Number.isInteger(interestCents) && interestCents > 0)).toBe(true)

          const sum = (of: (payment: (typeof schedule)[number]) => number) =>
            schedule.reduce((total, payment) => total + of(payment), 0)
          expect(sum(({ interestCents }) => interestCents)).toBe(result.totalReturn)
          expect(sum(({ principalCents }) => principalCents)).toBe(amount * 100)
          expect(sum(({ interestCents, principalCents }) => interestCents + principalCents)).toBe(result.totalValue)

          // All payments are equal except the last, which differs by less than a cent per payment and includes the
          // principal.
          const [first] = schedule
          const last = schedule.at(-1)
          expect(schedule.slice(0, -1).every(payment => payment.interestCents === first?.interestCents)).toBe(true)
          expect(Math.abs((last?.interestCents ?? 0) - (first?.interestCents ?? 0))).toBeLessThan(count)
          expect(last?.principalCents).toBe(amount * 100)
        }
      })
})

test('dollars show cents only if there are any, unless a column asks for them', () => {
  expect(fromCents(12_500_00)).toBe('$12,500')
  expect(fromCents(1_833_33)).toBe('$1,833.33')
  expect(fromCents(12_500_00, true)).toBe('$12,500.00')
  expect(fromCents(1_234_567_05)).toBe('$1,234,567.05')
  expect(fromCents(99_00)).toBe('$99')
})
