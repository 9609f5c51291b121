import { sql } from 'kysely'
import { sumCents } from '../../rules/notes/money.ts'
import type { DueState } from '../../rules/register.ts'
import { prepared } from '../database/prepared.ts'
import { joinedLines, leftOf, linesBetween, type OpenRow, openColumns } from './due-list.ts'

/** A payment of which something is left to pay. Days are 'YYYY-MM-DD'. */
export interface OpenPayment {
  noteId: string
  note: string
  holder: string
  n: number
  payDate: string
  /** All that is left to pay today, in cents. */
  cents: bigint
}

/** Payments that belong together: how many there are, their sum in cents, and the first few. */
export interface PaymentGroup {
  payments: number
  cents: bigint
  first: OpenPayment[]
}

/** What the due list has, in a few lines, by pay day. */
export interface DueInShort {
  /** To be paid before today, and nobody has recorded it. */
  late: DueDay[]
  /** From today on. */
  days: DueDay[]
}

/** The payments of one pay day. */
export interface DueDay extends PaymentGroup {
  day: string
}

interface Row extends OpenRow {
  place: number
  payments: number
  sum: string
}

/**
 * What is late, and what is to be paid up to a day, as `toDueInShort` reads it: of each pay day the first `most` payments,
 * with the sum of all. What waits for a second person is neither. Late principal is listed to the last note, since
 * `rules/notes` counts what has run on each.
 */
export const dueInShort = prepared(
  'due in short',
  (_, today: string, to: string, most: number) => sql<Row>`
    with due as materialized (${linesBetween(today, to, today)}),
      open as materialized (select ${openColumns(today)} from due d ${joinedLines}),
      placed as (
        select open.*, row_number() over (grouped order by pay_date, note, n)::int as place,
          count(*) over grouped::int as payments,
          sum(interest_left::bigint + principal_left::bigint) over grouped::text as sum
        from open where state in ('overdue', 'upcoming')
        window grouped as (partition by state, pay_date))
    select * from placed where place <= ${most} or state = 'overdue' and principal_left <> '0'
    order by pay_date, note, n`,
)

/** @param most as `dueInShort` was asked for */
export function toDueInShort(rows: readonly Row[], today: string, most: number): DueInShort {
  const daysOf = (state: DueState) => {
    const days = Map.groupBy(
      rows.filter(row => row.state === state),
      ({ pay_date }) => pay_date,
    )
    return [...days].map(([day, group]) => ({ day, ...groupOf(group, today, most) }))
  }
  return { late: daysOf('overdue'), days: daysOf('upcoming') }
}

function groupOf(rows: readonly Row[], today: string, most: number): PaymentGroup {
  const sinceThen = rows.map(row => leftOf(row, today).late)
  return {
    payments: rows[0]?.payments ?? 0,
    cents: BigInt(rows[0]?.sum ?? 0) + sumCents(sinceThen),
    first: rows.filter(({ place }) => place <= most).map(row => toOpenPayment(row, today)),
  }
}

function toOpenPayment(row: Row, today: string): OpenPayment {
  const { note_id: noteId, note, holder, n, pay_date: payDate } = row
  const { interestLeft, principalLeft, late } = leftOf(row, today)
  return { noteId, note, holder, n, payDate, cents: interestLeft + principalLeft + late }
}
