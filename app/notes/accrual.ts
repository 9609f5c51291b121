import type { Day } from '../../rules/days.ts'
import type { Cents } from '../../rules/money.ts'
import { countDays, interestFor } from './interest.ts'
import { defaultInterest } from './late-interest.ts'
import { type NoteTerms, periodAt } from './schedule.ts'

/**
 * @param day excluded: on a due day nothing of the next period has accrued
 * @returns interest of the current period up to a day, rounded half up; 0 before issue and from maturity on. Under
 * 30/360 never more than the whole period's
 */
export function accruedOn(terms: NoteTerms, day: Day): Cents {
  const period = periodAt(terms, day)
  if (!period) return 0n
  return interestFor(terms, Math.min(countDays(period.start, day, terms.dayCount), period.days))
}

/** A note's debts, to calculate its accrued interest. Amounts are cents. */
export interface OwedNote {
  terms: NoteTerms
  /** Principal that falls due later: interest runs on it. */
  running: Cents
  /** Principal, by the ledger. */
  owed: Cents
  defaultRateBp: number | null
  /** The first day whose interest belongs to it: prepaid interest of a transferred note stays with the predecessor. */
  interestFrom?: Day | null
}

/**
 * @returns the first day whose interest belongs to a schedule; its last due date if there is none, undefined without
 * scheduled payments
 */
export function interestFromOf(lines: readonly { start: Day; due: Day; interest: Cents }[]): Day | undefined {
  return lines.find(({ interest }) => interest > 0n)?.start ?? lines.at(-1)?.due
}

/**
 * @param day excluded
 * @returns accrued interest that isn't due: of the current period, and past the last pay day on unpaid principal
 */
export function accruedParts(
  { terms, running, owed, defaultRateBp }: OwedNote,
  day: Day,
): Record<'accrued' | 'late', Cents> {
  return {
    accrued: accruedOn({ ...terms, principalCents: running }, day),
    late: running === 0n ? defaultInterest(terms, day, owed, defaultRateBp) : 0n,
  }
}
