import { accruedParts, lateLeft, type OwedNote } from './accrual.ts'
import type { Day } from './days.ts'
import type { Cents } from './money.ts'
import { maturityOf } from './schedule.ts'

/**
 * What a note owes at the end of a day, told once: each page, list, file and paper that names one of these amounts asks
 * `owedOn`. Cents.
 */
export interface NoteOwed {
  /** Principal that isn't repaid, due or not. */
  principal: Cents
  /** Of it, what has fallen due. */
  principalDue: Cents
  /** Interest that has fallen due and isn't paid; below zero where interest was paid ahead of its day. */
  unpaid: Cents
  /** Interest of the current period, up to the day, which isn't due. */
  accrued: Cents
  /** Interest on late principal, up to the day, less what was paid of it: it falls due with that principal's payment. */
  lateInterest: Cents
  /** What is to be paid now: interest and principal that are due, and late interest. */
  due: Cents
  /** What settles the note: principal, interest that is due, accrued and late interest. */
  total: Cents
}

/** A note as the books have it on that day. */
export interface NoteInBooks extends Pick<OwedNote, 'terms' | 'defaultRateBp' | 'interestFrom'> {
  /** Principal, by the ledger. */
  principal: Cents
  /** `interest_cents` of `app.note_balance`: what has fallen due by the day, also where no entry has it yet. */
  unpaid: Cents
  /** `app.late_credit`: late interest that was paid while its principal came back. */
  lateCredit: Cents
}

/** @param day 'YYYY-MM-DD'; interest is counted through the day before, as it is paid */
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
