import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'
import { lateFrom } from '../late-interest.ts'
import { type NoteOwed, owedOn } from '../owed.ts'
import { toTerms } from '../terms-row.ts'
import { interestFrom, type LateTerms, lateCreditOn, termsColumns } from './terms-columns.ts'

/** A note held on a day. Amounts are cents, days 'YYYY-MM-DD'. */
export interface HeldNote extends Pick<NoteOwed, 'principal' | 'unpaid' | 'accrued' | 'lateInterest'> {
  number: string
  offering: string
  rateBp: number
  maturity: string
  /** Principal due and unpaid, and the day from which it is late. */
  overdue: { since: string; cents: bigint } | undefined
  /** The next scheduled payment. */
  next: { pay: string; cents: bigint } | undefined
}

interface Row extends LateTerms {
  number: string
  offering: string
  issueDate: string
  maturityDate: string
  interestFrom: string | null
  owed: bigint
  interest: bigint
  pay: string | null
  cents: bigint | null
}

interface Question {
  holderId: string
  day: string
  /** The last position in the ledger's chain to consider. */
  head: number
  /** Whether to include later entries that relate to a day from `start` on. */
  withLater: boolean
  start: string
}

/** @returns the notes on which a holder is owed something at the end of a day, by number */
export async function readNotesHeld(
  tx: Transaction<Database>,
  { holderId, day, head, withLater, start }: Question,
): Promise<HeldNote[]> {
  const { rows } = await sql<Row>`
    with owed as (
      select m.note_id, sum(m.principal_cents) as principal, sum(m.interest_cents) as interest
      from app.note_movements m join ledger_chain c on c.entry_id = m.entry_id
      where m.holder_id = ${holderId} and c.position <= ${head}
        and (m.booked_on <= ${day}::date or ${withLater} and m.relates_to between ${start}::date and ${day}::date)
      group by m.note_id)
    select n.number, n.offering, ${termsColumns}, ${interestFrom}, ${lateCreditOn(day)},
      coalesce(o.principal, 0) as owed, coalesce(o.interest, 0) as interest, s.pay_date as pay, s.cents::numeric as cents
    from owed o join notes n on n.id = o.note_id
      left join lateral (select s.pay_date, s.interest_cents + s.principal_cents as cents from schedule_lines s
        where s.note_id = n.id and s.version = n.version and s.due_date > ${day}::date and o.principal > 0
          -- Not what was paid ahead of its day.
          and s.interest_cents + s.principal_cents > (select coalesce(-sum(m.interest_cents), 0) from app.note_movements m
            join ledger_chain c on c.entry_id = m.entry_id where m.note_id = s.note_id and m.line_n = s.n
            and m.about <> 'interest_due' and c.position <= ${head} and m.booked_on <= ${day}::date)
        order by s.n limit 1) s on true
    where o.principal <> 0 or o.interest <> 0 order by n.number`.execute(tx)
  return rows.map(row => toHeldNote(row, day))
}

function toHeldNote(row: Row, day: string): HeldNote {
  const { number, offering, rateBp, maturityDate: maturity, pay, cents } = row
  const terms = toTerms(row, row.issueDate)
  // As of that day: a later transfer may have removed the principal from the schedule.
  const books = { ...row, terms, principal: row.owed, unpaid: row.interest }
  const { principal, principalDue, unpaid, accrued, lateInterest } = owedOn(books, day)
  const since = lateFrom(terms)
  return {
    number,
    offering,
    rateBp,
    maturity,
    principal,
    unpaid,
    accrued,
    lateInterest,
    overdue: principalDue > 0n && day > since ? { since, cents: principalDue } : undefined,
    next: pay && cents !== null ? { pay, cents } : undefined,
  }
}
