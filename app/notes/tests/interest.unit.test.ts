import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { conventions, isBusinessDay } from '../../../rules/business-days.ts'
import { divideHalfUp } from '../../../rules/money.ts'
import { rounds } from '../../../tests/helpers/lane.ts'
import { paidByYear } from '../../../tests/helpers/paid-by-year.ts'
import { accruedOn } from '../accrual.ts'
import { payoutMonths } from '../interest.ts'
import { defaultInterest } from '../late-interest.ts'
import { maturityOf, type NoteTerms, scheduleOf } from '../schedule.ts'

/**
 * Random notes, computed a second time in another way: day by day with `Temporal`, with interest as a fraction of whole
 * numbers. Nothing here uses the functions under test.
 */

const date = Temporal.PlainDate.from
const { compare } = Temporal.PlainDate

/** Possible notes of 2000 to 2100, half of them with their own first payment day. */
const anyTerms = fc
  .record({
    principalCents: fc.bigInt(20_000_000n, 1_000_000_000n),
    rateBp: fc.integer({ min: 1, max: 1800 }),
    termMonths: fc.constantFrom(12 as const, 24 as const),
    payout: fc.constantFrom('monthly' as const, 'quarterly' as const, 'annually' as const),
    dayCount: fc.constantFrom('30/360' as const, 'actual/365' as const),
    convention: fc.constantFrom(...conventions),
    /** Days after Jan 1, 2000; month ends are tried more often than chance would. */
    issued: fc.oneof(fc.integer({ min: 0, max: 36_800 }), fc.integer({ min: 0, max: 1211 }).map(monthEnd)),
    first: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
  })
  .map(({ issued, first, ...rest }): NoteTerms => {
    const issue = date('2000-01-01').add({ days: issued })
    if (first === undefined) return { ...rest, issueDate: issue.toString() }
    const latest = issue.add({ months: Math.min(payoutMonths[rest.payout] + 1, 12) })
    const least = 5
    const days = least + Math.floor(first * (issue.until(latest).days - least))
    return { ...rest, issueDate: issue.toString(), firstPaymentDate: issue.add({ days }).toString() }
  })

function monthEnd(month: number): number {
  return date('2000-01-01').until(
    date('2000-01-01')
      .add({ months: month + 1 })
      .subtract({ days: 1 }),
  ).days
}

/** 300 notes of `terms`, 10,000 in `npm run test:all`, with the same seed each time so that a failure can be repeated. */
const over = (check: (terms: NoteTerms) => void, all = 10_000) =>
  fc.assert(fc.property(anyTerms, check), { numRuns: rounds(Math.min(all, 300), all), seed: 15 })

interface SecondCount {
  dues: string[]
  days: number[]
  interest: bigint[]
}

/** Walks from the issue date to maturity day by day, and computes each period that ends on the way. */
function countAgain(terms: NoteTerms): SecondCount {
  const issue = date(terms.issueDate)
  const maturity = issue.add({ months: terms.termMonths })
  const anchor = terms.firstPaymentDate ? date(terms.firstPaymentDate) : issue
  const every = { monthly: 1, quarterly: 3, annually: 12 }[terms.payout]
  const least = -Math.ceil(30 / every)
  const regular = new Map(
    Array.from({ length: 60 / every + 1 }, (_, i) => [anchor.add({ months: (least + i) * every }).toString(), i]),
  )
  const firstDue = (terms.firstPaymentDate ? anchor : issue.add({ months: every })).toString()
  const result: SecondCount = { dues: [], days: [], interest: [] }
  let [start, actual] = [issue, 0]
  for (let day = issue.add({ days: 1 }); compare(day, maturity) <= 0; day = day.add({ days: 1 })) {
    actual++
    const text = day.toString()
    const number = text >= firstDue ? regular.get(text) : undefined
    if (number === undefined && !day.equals(maturity)) continue
    const isWhole = number !== undefined && regular.get(start.toString()) === number - 1
    const thirty = isWhole ? every * 30 : isda(start, day)
    result.dues.push(text)
    result.days.push(terms.dayCount === '30/360' ? thirty : actual)
    start = day
    actual = 0
  }
  const year = terms.dayCount === '30/360' ? 360n : 365n
  const exact = result.days.map(days => terms.principalCents * BigInt(terms.rateBp) * BigInt(days))
  let paid = 0n
  result.interest = exact.map((parts, i) => {
    const isLast = i === exact.length - 1
    const total = exact.reduce((sum, each) => sum + each, 0n)
    const cents = isLast ? nearest(total, 10_000n * year) - paid : nearest(parts, 10_000n * year)
    paid += cents
    return cents
  })
  return result
}

/** ISDA 2006 4.16(f), as written there. */
function isda(start: Temporal.PlainDate, end: Temporal.PlainDate): number {
  let [d1, d2] = [start.day, end.day]
  if (d1 === 31) d1 = 30
  if (d2 === 31 && d1 > 29) d2 = 30
  return 360 * (end.year - start.year) + 30 * (end.month - start.month) + (d2 - d1)
}

/** Half up, by remainder rather than by doubling. */
function nearest(numerator: bigint, denominator: bigint): bigint {
  const rest = numerator % denominator
  return numerator / denominator + (rest >= denominator - rest ? 1n : 0n)
}

describe('random notes', () => {
  test('every due day, day and cent is the same when counted again', () => {
    over(terms => {
      const lines = scheduleOf(terms)
      const again = countAgain(terms)
      expect(lines.map(({ due }) => due)).toEqual(again.dues)
      expect(lines.map(({ days }) => days)).toEqual(again.days)
      expect(lines.map(({ interestCents }) => interestCents)).toEqual(again.interest)
    })
  })

  test('periods follow on each other from issue to maturity, in order, paid on business days nearby', () => {
    over(terms => {
      const lines = scheduleOf(terms)
      expect(lines[0]?.start).toBe(terms.issueDate)
      expect(lines.at(-1)?.due).toBe(maturityOf(terms))
      expect(lines.map(({ n }) => n)).toEqual(lines.map((_, i) => i + 1))
      for (const [i, line] of lines.entries()) {
        if (i > 0) expect(line.start).toBe(lines[i - 1]?.due)
        expect(line.start < line.due).toBe(true)
        // A last period from the 30th to the 31st has no day under 30/360.
        expect(line.days).toBeGreaterThanOrEqual(line.start.endsWith('-30') && line.due.endsWith('-31') ? 0 : 1)
        expect(isBusinessDay(line.pay)).toBe(true)
        expect(Math.abs(date(line.due).until(date(line.pay)).days)).toBeLessThanOrEqual(4)
        if (terms.convention === 'following') expect(line.pay >= line.due).toBe(true)
        if (terms.convention === 'preceding') expect(line.pay <= line.due).toBe(true)
        if (terms.convention === 'modified_following') expect(line.pay.slice(0, 7)).toBe(line.due.slice(0, 7))
      }
    })
  })

  test('the last payment takes what rounding leaves, at most half a cent for each, and returns the principal', () => {
    over(terms => {
      const lines = scheduleOf(terms)
      const days = lines.reduce((sum, line) => sum + line.days, 0)
      const year = terms.dayCount === '30/360' ? 360n : 365n
      const cents = (count: number) =>
        divideHalfUp(terms.principalCents * BigInt(terms.rateBp) * BigInt(count), 10_000n * year)
      expect(lines.reduce((sum, line) => sum + line.interestCents, 0n)).toBe(cents(days))
      const last = lines.at(-1)
      const off = Number((last?.interestCents ?? 0n) - cents(last?.days ?? 0))
      // The rounding of the total and of the last add half a cent each.
      expect(Math.abs(off)).toBeLessThanOrEqual(lines.length / 2)
      expect(Math.abs(off)).toBeLessThanOrEqual(12)
      expect(lines.reduce((sum, line) => sum + line.principalCents, 0n)).toBe(terms.principalCents)
      expect(last?.principalCents).toBe(terms.principalCents)
    })
  })

  test('years of payment add up to the whole interest', () => {
    over(terms => {
      const lines = scheduleOf(terms)
      const years = paidByYear(lines)
      expect(years.reduce((sum, { interestCents }) => sum + interestCents, 0n)).toBe(
        lines.reduce((sum, { interestCents }) => sum + interestCents, 0n),
      )
      expect(years.map(({ year }) => year)).toEqual(years.map(({ year }) => year).toSorted((a, b) => a - b))
      expect(years.map(({ year }) => String(year))).toEqual([...new Set(lines.map(({ pay }) => pay.slice(0, 4)))])
    }, 2_000)
  })

  test('accrued interest starts each period at nothing, never falls within it, and ends near its payment', () => {
    over(terms => {
      const lines = scheduleOf(terms)
      for (const line of lines) {
        let before = 0n
        expect(accruedOn(terms, line.start)).toBe(0n)
        for (let day = date(line.start); compare(day, date(line.due)) < 0; day = day.add({ days: 1 })) {
          const accrued = accruedOn(terms, day.toString())
          expect(accrued >= before).toBe(true)
          before = accrued
        }
        const whole = divideHalfUp(
          terms.principalCents * BigInt(terms.rateBp) * BigInt(line.days),
          10_000n * (terms.dayCount === '30/360' ? 360n : 365n),
        )
        expect(before <= whole).toBe(true)
      }
      expect(accruedOn(terms, date(terms.issueDate).subtract({ days: 1 }).toString())).toBe(0n)
      expect(accruedOn(terms, maturityOf(terms))).toBe(0n)
    }, 200)
  })

  test('default interest starts after the last pay day and never before maturity, by actual days of 365', () => {
    over(terms => {
      const last = scheduleOf(terms).at(-1)
      // The last coupon runs to maturity: a pay day before it must not have its days paid twice.
      const pay = [last?.pay ?? '', last?.due ?? ''].sort().at(-1) ?? ''
      expect(defaultInterest(terms, pay, terms.principalCents, 1800)).toBe(0n)
      const later = date(pay).add({ days: 73 }).toString()
      const fifth = (rate: number) => nearest(terms.principalCents * BigInt(rate), 50_000n)
      expect(defaultInterest(terms, later, terms.principalCents, 1800)).toBe(fifth(1800))
      expect(defaultInterest(terms, later, terms.principalCents)).toBe(fifth(terms.rateBp))
    }, 500)
  })
})
