import type { Day } from '../../rules/days.ts'
import type { Cents } from '../../rules/money.ts'
import { accruedParts, type OwedNote } from './accrual.ts'
import { lateLeft } from './late-interest.ts'
import { maturityOf } from './schedule.ts'

/** Amounts owed on a note at the end of a day; every page, list, file and document takes them from `owedOn`. Cents. */
export interface NoteOwed {
  /** Unpaid principal, due or not. */
  principal: Cents
  /** The part of it that is due. */
  principalDue: Cents
  /** Interest due and unpaid; negative if prepaid. */
  unpaid: Cents
  /** Interest of the current period up to the day, not due. */
  accrued: Cents
  /** Interest on late principal up to the day, less what was paid of it: it falls due with that principal's payment. */
  lateInterest: Cents
  /** Payable now: interest and principal that are due, and late interest. */
  due: Cents
  /** Payoff amount: principal, due, accrued and late interest. */
  total: Cents
}

/** A note's books on that day. */
export interface NoteInBooks extends Pick<OwedNote, 'terms' | 'defaultRateBp' | 'interestFrom'> {
  /** Principal, by the ledger. */
  principal: Cents
  /** `interest_cents` of `app.note_balance`: due by the day, even if not posted yet. */
  unpaid: Cents
  /** `app.late_credit`: late interest paid before its principal was returned. */
  lateCredit: Cents
}

/** @param day 'YYYY-MM-DD'; interest accrues through the day before */
export function owedOn(
  { terms, principal, unpaid, defaultRateBp, interestFrom, lateCredit }: NoteInBooks,
  day: Day,
): NoteOwed {
  const isDue = principal > 0n && day >= maturityOf(terms)
  const running = isDue ? 0n : principal
  const parts = principal > 0n ? accruedParts({ terms, running, owed: principal, defaultRateBp }, day) : noInterest
  const accrued = interestFrom && day < interestFrom ? 0n : parts.accrued
  const principalDue = principal - running
  const lateInterest = lateLeft(parts.late, lateCredit)
  return {
    principal,
    principalDue,
    unpaid,
    accrued,
    lateInterest,
    due: (unpaid > 0n ? unpaid : 0n) + principalDue + lateInterest,
    total: principal + unpaid + accrued + lateInterest,
  }
}

const noInterest = { accrued: 0n, late: 0n }
