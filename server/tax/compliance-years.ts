import { sql } from 'kysely'
import { tax } from '../../content/tax.ts'
import { type ComplianceDate, complianceDatesOf } from '../../rules/tax/compliance-dates.ts'
import type { TaxRunState } from '../../rules/tax/returns.ts'
import { prepared } from '../database/prepared.ts'
import { type DepositRow, depositsFor, type LiabilityRow, toForm945, withheldByDay } from './withholding-year.ts'

interface Row {
  year: number
  runId: string | null
  state: TaxRunState | null
  /** What was withheld by day, of this year and the two before, and what was deposited for the year. */
  liabilities: LiabilityRow[]
  deposits: Pick<DepositRow, 'day' | 'cents' | 'reversed'>[]
}

/** Of a year and the one before, those in which interest was paid, and how far their forms are. */
export const complianceYears = prepared(
  'compliance_years',
  (_, year: number) => sql<Row>`
    select y.year, r.id as "runId", r.state, (select coalesce(jsonb_agg(w), '[]') from (${withheldByDay(sql`y.year`)}) w) as liabilities,
      (select coalesce(jsonb_agg(d), '[]') from (${depositsFor(sql`y.year`)}) d) as deposits
    from unnest(array[${year}::integer - 1, ${year}::integer]) y (year)
      -- The first payment, of all.
      cross join lateral (select from ledger_entries e where e.kind = 'payment'
        and e.relates_to between make_date(y.year, 1, 1) and make_date(y.year, 12, 31) order by e.relates_to limit 1) paid
      left join tax_runs r on r.year = y.year and r.holder_id is null
    order by y.year`,
)

/** A date, with the forms that it is about; null before they are begun. */
export interface ListedDate extends ComplianceDate {
  runId: string | null
}

/** @returns the dates of these years, the earliest first */
export function toComplianceDates(rows: readonly Row[]): ListedDate[] {
  return rows
    .flatMap(({ year, runId, state, liabilities, deposits }) =>
      complianceDatesOf(year, state ?? undefined, tax, toForm945(year, liabilities, deposits)).map(date => ({
        ...{ ...date, runId },
      })),
    )
    .toSorted((one, other) => one.day.localeCompare(other.day))
}
