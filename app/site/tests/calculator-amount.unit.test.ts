import { expect, test } from 'vitest'
import { payoutsOf } from '../../../content/payouts.ts'
import { tiers } from '../../../content/tiers.ts'
import type { TierOption } from '../calculator/amount.ts'
import { readAmount, settleAmount } from '../calculator/amount.ts'
import { readInputs, toFullSearch, toSearch } from '../calculator/inputs.ts'

/** A fund has two to six tiers: the second may be the highest. */
const [first, second] = tiers as readonly TierOption[] as [TierOption, TierOption]
const highest = tiers.at(-1) as TierOption
const below = tiers.at(-2) as TierOption

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
  const typed = second.from + 1000
  expect(settleAmount(typed, first)).toEqual({
    tier: first,
    amount: first.to,
    change: { kind: 'limited', typed, other: { tier: second, amount: typed } },
  })
  expect(settleAmount(second.from, first).amount).toBe(first.to)
  expect(settleAmount(highest.to, first).change?.other).toEqual({ tier: highest, amount: highest.to })
})

test('an amount below the chosen tier is reset to its minimum, and its own tier is the other choice', () => {
  const typed = below.from + 1000
  expect(settleAmount(typed, highest)).toEqual({
    tier: highest,
    amount: highest.from,
    change: { kind: 'reset', typed, other: { tier: below, amount: typed } },
  })
  // No tier takes less than the first tier’s minimum.
  expect(settleAmount(5, second).change?.other).toEqual({ tier: first, amount: first.from })
  expect(settleAmount(5, first)).toEqual({ tier: first, amount: first.from, change: { kind: 'reset', typed: 5 } })
})

test('an amount above all tiers is limited, too, and the highest tier’s maximum is the other choice', () => {
  const typed = highest.to + 15_000_000
  expect(settleAmount(typed, highest)).toEqual({
    tier: highest,
    amount: highest.to,
    change: { kind: 'limited', typed },
  })
  expect(settleAmount(typed, first)).toMatchObject({
    tier: first,
    amount: first.to,
    change: { other: { tier: highest, amount: highest.to } },
  })
})

test('cents are rounded, and said to be', () => {
  const typed = first.from + 0.4
  expect(settleAmount(typed, first)).toEqual({ tier: first, amount: first.from, change: { kind: 'rounded', typed } })
})

test('inputs survive their address, and the defaults have an empty one', () => {
  const [usual] = payoutsOf(highest)
  const other = payoutsOf(first).at(-1)
  expect(toSearch(readInputs(''))).toBe('')
  const addresses = [`?amount=${first.from + 1000}&term=1&paid=${other}`, `?amount=${first.from}&term=2&paid=${other}`]
  for (const search of [...addresses, '?term=1']) expect(toSearch(readInputs(search))).toBe(search)
  expect(toFullSearch(readInputs(''))).toBe(`?amount=${highest.from}&term=2&paid=${usual}`)
})

test('the form without scripts: a picked tier counts if the amount was left alone, otherwise the amount is settled', () => {
  const untouched = `was=${highest.from}&amount=$${highest.from.toLocaleString('en-US')}`
  const typed = below.from + 1000
  expect(readInputs(`?${untouched}&tier=${first.from}`)).toMatchObject({ tier: first, amount: first.from })
  expect(readInputs(`?${untouched}&tier=${highest.from}`)).toMatchObject({ tier: highest, amount: highest.from })
  expect(readInputs(`?was=${highest.from}&amount=${typed}&tier=${highest.from}`).change?.other).toEqual({
    tier: below,
    amount: typed,
  })
  expect(readInputs(`?was=${first.from}&amount=${second.from / 1000}k&tier=${first.from}`)).toMatchObject({
    tier: first,
    amount: first.to,
    change: { other: { tier: second, amount: second.from } },
  })
})
