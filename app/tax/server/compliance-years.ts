import { sql } from 'kysely'
import { tax } from '../../../content/tax.ts'
import type { Day } from '../../../rules/days.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { type TaxRunTitle, taxRunTitle } from '../../runs/runs.ts'
import { type ComplianceDate, complianceDatesOf, unfiledDue } from '../compliance-dates.ts'
import type { TaxRunState } from '../form-1099-int.ts'
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

interface UnfiledRow extends TaxRunTitle {
  runId: string
}

/** Forms of one payee each, corrections for the most part, that were furnished and aren't filed, of every year. */
export const unfiledForms = prepared(
  'unfiled_forms',
  () => sql<UnfiledRow>`
    select r.year, r.id as "runId", h.number, r.corrects is not null as "isCorrection"
    from tax_runs r join holders h on h.id = r.holder_id where r.holder_id is not null and r.state = 'furnished'
    order by r.year, r.created_at, r.id limit 100`,
)

/** A date, with the forms that it is about; null before they are begun. */
export interface ListedDate extends ComplianceDate {
  runId: string | null
  /** What the form of one payee is called. */
  form?: string
}

/** @returns the dates of these years, and of forms that are furnished and not filed, the earliest first */
export function toComplianceDates(rows: readonly Row[], unfiled: readonly UnfiledRow[], today: Day): ListedDate[] {
  const ofYears = rows.flatMap(({ year, runId, state, liabilities, deposits }) =>
    complianceDatesOf(year, state ?? undefined, tax, toForm945(year, liabilities, deposits)).map(
      (date): ListedDate => ({ ...date, runId }),
    ),
  )
  const ofForms = unfiled.map((row): ListedDate => {
    const { year, runId } = row
    return { key: 'unfiled', year, day: unfiledDue(year, tax, today), isDone: false, runId, form: taxRunTitle(row) }
  })
  return [...ofYears, ...ofForms].toSorted((one, other) => one.day.localeCompare(other.day))
}
