import { accruedParts } from './accrual.ts'
import type { Day } from './days.ts'
import { type Cents, sumCents } from './money.ts'
import { principalAfter } from './part-repayment.ts'
import type { NoteTerms } from './schedule.ts'

/** A note as its schedule and the ledger have it. Amounts are cents. */
export interface OpenNote {
  terms: NoteTerms
  /** `paid` is what was paid of the interest. */
  lines: readonly { due: Day; interest: Cents; principal: Cents; paid: Cents }[]
  /** Principal, by the ledger. */
  owed: Cents
  defaultRateBp: number | null
}

/** What settles a note on a day. Amounts are cents. */
export interface PayoffQuote {
  principal: Cents
  /** Interest that is due by that day, and not paid. */
  unpaid: Cents
  /** Interest since the last due day. */
  accrued: Cents
  /** Interest on what is unpaid past the last pay day. */
  late: Cents
  total: Cents
}

/**
 * @param day from the note's issue on; what falls due between today and a later day counts as unpaid
 * @returns what settles a note on a day. Cents that rounding carries to the last payment are not settled early
 */
export function payoffQuote({ terms, lines, owed, defaultRateBp }: OpenNote, day: Day): PayoffQuote {
  const due = lines.filter(line => line.due <= day)
  const parts = {
    principal: owed,
    unpaid: sumCents(due.map(({ interest, paid }) => interest - paid)),
    ...accruedParts({ terms, running: principalAfter(lines, day), owed, defaultRateBp }, day),
  }
  return { ...parts, total: sumCents(Object.values(parts)) }
}
