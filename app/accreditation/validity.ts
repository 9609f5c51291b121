import type { AccreditationSwitches } from '../../content/types.ts'
import { addDays, addMonths } from '../../rules/days.ts'
import type { Method } from './methods.ts'

/* Last days of validity, inclusive. Days are YYYY-MM-DD, in the fund's time zone. */

/**
 * Three months are the earlier of three calendar months and 90 days: a letter of 2027-05-31 is good through 08-29. 17
 * CFR 230.506(c)(2)(ii)(B) and (C) say "within the prior three months".
 */
export function threeMonthsFrom(day: string): string {
  return earliest([addMonths(day, 3), addDays(day, 90)])
}

/** 17 CFR 230.506(c)(2)(ii)(E): a verification by this issuer counts for five years. */
export function fiveYearsFrom(day: string): string {
  return addMonths(day, 60)
}

/** @returns the earliest of several days; at least one */
export function earliest(days: readonly string[]): string {
  return [...days].sort()[0] as string
}

interface Verified {
  method: Method
  /** The day of the decision. */
  approvedOn: string
  /** Dates of aging evidence: letters, lists of assets, credit reports. */
  evidenceDays: readonly string[]
  /** For an earlier verification: its day. */
  verifiedOn?: string | undefined
}

/**
 * @returns the last day on which a sale may rely on an approval. One for a single sale lapses after `saleDays`; any
 * other lasts as long as its oldest evidence. A verification owner by owner is for a single sale, and may rely on aging
 * evidence
 */
export function lastDayOf(verified: Verified, { saleDays, earlierForOneSale }: AccreditationSwitches): string {
  const { method, approvedOn, evidenceDays, verifiedOn } = verified
  switch (method) {
    case 'earlier':
      return earliest([
        fiveYearsFrom(verifiedOn ?? approvedOn),
        ...(earlierForOneSale ? [addDays(approvedOn, saleDays)] : []),
      ])
    case 'net_worth':
    case 'letter':
      return earliest((evidenceDays.length > 0 ? evidenceDays : [approvedOn]).map(threeMonthsFrom))
    case 'owners':
      return earliest([addDays(approvedOn, saleDays), ...evidenceDays.map(threeMonthsFrom)])
    default:
      return addDays(approvedOn, saleDays)
  }
}
