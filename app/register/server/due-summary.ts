import { sql } from 'kysely'
import { sumCents } from '../../../rules/money.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { withoutTerms } from '../../notes/server/terms-columns.ts'
import { joinedLines, lateOn, linesBetween, type OpenPayment, type OpenRow, openColumns } from './due-list.ts'

/** The payments of one pay day: how many there are, their sum in cents, and the first few. */
export interface DueDay {
  day: string
  payments: number
  cents: bigint
  first: OpenPayment[]
}

/** What the due list has, in a few lines, by pay day. */
export interface DueSummary {
  /** To be paid before today, and no one has recorded it. */
  late: DueDay[]
  /** From today on. */
  days: DueDay[]
}

interface Row extends OpenRow {
  place: number
  payments: number
  sum: bigint
}

/**
 * Late payments and payments due up to a day, for `toDueSummary`: of each pay day the first `most` payments of the due
 * list, with the sum of all. Payments pending approval are left out. Late principal is listed to the last note, since
 * `app/notes/` counts the interest of each.
 */
export const dueSummary = prepared(
  'due in short',
  (_, today: string, to: string, most: number) => sql<Row>`
    with due as materialized (${linesBetween(today, to, today)}),
      open as materialized (select ${openColumns(today)} from due d ${joinedLines}),
      placed as (
        select open.*, row_number() over (grouped order by note, n)::int as place,
          count(*) over grouped::int as payments, sum("interestLeft" + "principalLeft") over grouped as sum
        from open where state in ('overdue', 'upcoming')
        window grouped as (partition by state, "payDate"))
    select * from placed where place <= ${most} or state = 'overdue' and "principalLeft" <> 0
    order by "payDate", note, n`,
)

/** @param most as for `dueSummary` */
export function toDueSummary(rows: readonly Row[], today: string, most: number): DueSummary {
  const daysOf = (state: OpenRow['state']) => {
    const days = Map.groupBy(
      rows.filter(row => row.state === state),
      ({ payDate }) => payDate,
    )
    return [...days].map(([day, all]): DueDay => {
      const { payments = 0, sum = 0n } = all[0] ?? {}
      const first = all.filter(({ place }) => place <= most).map(withoutTerms)
      return { day, payments, cents: sum + sumCents(all.map(row => lateOn(row, today))), first }
    })
  }
  return { late: daysOf('overdue'), days: daysOf('upcoming') }
}
