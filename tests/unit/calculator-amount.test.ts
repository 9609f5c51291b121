import { expect, test } from 'vitest'
import type { TierOption } from '../../app/site/calculator/amount.ts'
import { readAmount, settleAmount } from '../../app/site/calculator/amount.ts'
import { readInputs, toFullSearch, toSearch } from '../../app/site/calculator/inputs.ts'
import { tiers } from '../../content/tiers.ts'

/** Four of the sample’s; another fund may have fewer. */
const [first, second, third, fourth] = tiers as readonly TierOption[] as [
  TierOption,
  TierOption,
  TierOption,
  TierOption,
]

test.each([
  ['430000', 430_000],
  ['$430,000', 430_000],
  [' 430 000 ', 430_000],
  ['430k', 430_000],
  ['430K', 430_000],
  ['0.43m', 430_000],
  ['.43M', 430_000],
  ['$1.25m', 1_250_000],
  ['0.2899m', 289_900],
  ['349999.99', 349_999.99],
  ['0', 0],
])('%j is read as %d dollars', (text, dollars) => {
  expect(readAmount(text)).toBe(dollars)
})

test.each(['', ' ', '$', '.', 'k', 'abc', '-5', '1e9', '12kk', '1.2.3', '430b', '9'.repeat(13)])(
  '%j is not an amount',
  text => expect(readAmount(text)).toBeUndefined(),
)

test('an amount within the chosen tier stays as it is', () => {
  for (const tier of tiers)
    for (const amount of [tier.from, tier.to]) expect(settleAmount(amount, tier)).toEqual({ tier, amount })
})

test('an amount above the chosen tier is limited to its maximum, and its own tier is the other choice', () => {
  expect(settleAmount(430_000, first)).toEqual({
    tier: first,
    amount: 349_999,
    change: { kind: 'limited', typed: 430_000, other: { tier: second, amount: 430_000 } },
  })
  expect(settleAmount(350_000, first).amount).toBe(349_999)
  expect(settleAmount(10_000_000, first).change?.other).toEqual({ tier: fourth, amount: 10_000_000 })
})

test('an amount below the chosen tier is reset to its minimum, and its own tier is the other choice', () => {
  expect(settleAmount(430_000, fourth)).toEqual({
    tier: fourth,
    amount: 1_000_000,
    change: { kind: 'reset', typed: 430_000, other: { tier: second, amount: 430_000 } },
  })
  // No tier takes less than the first tier’s minimum.
  expect(settleAmount(5, third).change?.other).toEqual({ tier: first, amount: 200_000 })
  expect(settleAmount(5, first)).toEqual({ tier: first, amount: 200_000, change: { kind: 'reset', typed: 5 } })
})

test('an amount above all tiers is limited, too, and the highest tier’s maximum is the other choice', () => {
  expect(settleAmount(25_000_000, fourth)).toEqual({
    tier: fourth,
    amount: 10_000_000,
    change: { kind: 'limited', typed: 25_000_000 },
  })
  expect(settleAmount(25_000_000, second)).toMatchObject({
    tier: second,
    amount: 499_999,
    change: { other: { tier: fourth, amount: 10_000_000 } },
  })
})

test('cents are rounded, and said to be', () => {
  expect(settleAmount(250_000.4, first)).toEqual({
    tier: first,
    amount: 250_000,
    change: { kind: 'rounded', typed: 250_000.4 },
  })
})

test('inputs survive their address, and the defaults have an empty one', () => {
  expect(toSearch(readInputs(''))).toBe('')
  for (const search of ['?amount=430000&term=1&paid=quarterly', '?term=1', '?amount=200000&term=2&paid=monthly'])
    expect(toSearch(readInputs(search))).toBe(search)
  expect(toFullSearch(readInputs(''))).toBe('?amount=1000000&term=2&paid=monthly')
})

test('the form without scripts: a picked tier counts if the amount was left alone, otherwise the amount is settled', () => {
  expect(readInputs('?was=1000000&amount=$1,000,000&tier=350000')).toMatchObject({ tier: second, amount: 350_000 })
  expect(readInputs('?was=1000000&amount=$1,000,000&tier=1000000')).toMatchObject({ tier: fourth, amount: 1_000_000 })
  expect(readInputs('?was=1000000&amount=430k&tier=1000000').change?.other).toEqual({ tier: second, amount: 430_000 })
  expect(readInputs('?was=350000&amount=600k&tier=350000')).toMatchObject({
    tier: second,
    amount: 499_999,
    change: { other: { tier: third, amount: 600_000 } },
  })
})
