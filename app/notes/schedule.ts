import { adjust, type Convention } from '../../rules/business-days.ts'
import { addMonths, type Day, partsOf } from '../../rules/days.ts'
import type { Cents } from '../../rules/money.ts'
import { countDays, type InterestTerms, type Payout, payoutMonths, splitInterest } from './interest.ts'

/** The terms that determine a note's payments. */
export interface NoteTerms extends InterestTerms {
  termMonths: 12 | 24
  payout: Payout
  convention: Convention
  /** Interest runs from this day, inclusive. */
  issueDate: Day
  /** The first due day, and the anchor of all others; by default the issue date is the anchor. */
  firstPaymentDate?: Day | undefined
}

/** A scheduled payment, with its interest period. */
export interface ScheduleLine {
  /** From 1. */
  n: number
  /** First day of the period. */
  start: Day
  /** Interest runs up to this day, exclusive. */
  due: Day
  /** The business day on which it is paid. */
  pay: Day
  /** Days of interest, by the note's day count. */
  days: number
  /** Whether the period is shorter or longer than a regular one. */
  isStub: boolean
  interestCents: Cents
  /** The whole principal in the last one, else 0. */
  principalCents: Cents
}

/** An interest period. */
export type Period = Pick<ScheduleLine, 'start' | 'due' | 'days' | 'isStub'>

/**
 * A note's schedule. Due days are whole months from the anchor, never from the previous due day; if a month has no such
 * day, its last. The last is maturity. A whole period has 30 days a month by definition under 30/360, since the formula
 * does not add up over February. Pay days move to business days; interest does not.
 * @param terms valid by `checkTerms`
 * @returns the scheduled payments in order; interest adds up to the exact interest of all days, rounded once
 */
export function scheduleOf(terms: NoteTerms): ScheduleLine[] {
  const periods = periodsOf(terms)
  const interest = splitInterest(
    terms,
    periods.map(({ days }) => days),
  )
  return periods.map((period, i) => ({
    n: i + 1,
    ...period,
    pay: adjust(period.due, terms.convention),
    interestCents: interest[i] ?? 0n,
    principalCents: i === periods.length - 1 ? terms.principalCents : 0n,
  }))
}

/** @returns the day the principal is due */
export function maturityOf({ issueDate, termMonths }: Pick<NoteTerms, 'issueDate' | 'termMonths'>): Day {
  return addMonths(issueDate, termMonths)
}

/** @returns the period of a day; undefined before issue and from maturity on */
export function periodAt(terms: NoteTerms, day: Day): Period | undefined {
  if (day < terms.issueDate || day >= maturityOf(terms)) return undefined
  const [from, to] = [partsOf(anchorOf(terms)), partsOf(day)]
  // The due day of that month or the next one; the loop runs once or twice.
  const months = (to.year - from.year) * 12 + to.month - from.month
  let k = Math.max(Math.floor(months / payoutMonths[terms.payout]), firstStep(terms))
  while (dueDay(terms, k) <= day) k++
  return periodTo(terms, k)
}

function periodsOf(terms: NoteTerms): Period[] {
  const maturity = maturityOf(terms)
  const periods: Period[] = []
  for (let k = firstStep(terms); periods.at(-1)?.due !== maturity; k++) periods.push(periodTo(terms, k))
  return periods
}

/** @param k the number of its due day, counted from the anchor's, which is 0 */
function periodTo(terms: NoteTerms, k: number): Period {
  const { issueDate, dayCount, payout } = terms
  const start = k === firstStep(terms) ? issueDate : dueDay(terms, k - 1)
  const due = dueDay(terms, k)
  const isStub = start !== regularDay(terms, k - 1) || due !== regularDay(terms, k)
  const days = !isStub && dayCount === '30/360' ? 30 * payoutMonths[payout] : countDays(start, due, dayCount)
  return { start, due, days, isStub }
}

/** The number of the first due day: the anchor's own if that was chosen, else the one after the issue date. */
function firstStep({ firstPaymentDate }: NoteTerms): number {
  return firstPaymentDate ? 0 : 1
}

function dueDay(terms: NoteTerms, k: number): Day {
  const [regular, maturity] = [regularDay(terms, k), maturityOf(terms)]
  return regular < maturity ? regular : maturity
}

function regularDay(terms: NoteTerms, k: number): Day {
  return addMonths(anchorOf(terms), k * payoutMonths[terms.payout])
}

function anchorOf({ firstPaymentDate, issueDate }: NoteTerms): Day {
  return firstPaymentDate || issueDate
}
