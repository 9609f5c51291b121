import { sql } from 'kysely'
import { addDays, addMonths } from '../../../rules/days.ts'
import { type Cents, sumCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { unprepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { notesPayable } from '../../ledger/ledger-accounts.ts'
import { principalsOn } from './on-a-day.ts'

/** What changes the principal that the fund owes, as the columns of the roll-forward have it. */
export const rollForwardParts = [
  ...(['funds', 'renewedIn', 'renewedOut', 'transferredIn', 'transferredOut'] as const),
  ...(['repaid', 'returned', 'corrected'] as const),
] as const
export type RollForwardPart = (typeof rollForwardParts)[number]

/** Notes payable in a month; cents, below zero what takes away. */
export interface RollForwardMonth extends Record<RollForwardPart, Cents> {
  /** 'YYYY-MM'. */
  month: string
  /** Its last day, or the day up to which it is known. */
  to: string
  opening: Cents
  closing: Cents
  /** Account 2010 of the trial balance of that day. */
  ledger: Cents
}

/** Principal that falls due in a year to come. */
export interface MaturingYear {
  /** Null: it matured by the day of the report, and is unpaid. */
  year: number | null
  notes: number
  principal: Cents
}

export interface RollForward {
  months: RollForwardMonth[]
  /** The day up to which the books are read: the year's last, or today. */
  through: string
  maturities: MaturingYear[]
  /** Years of which there are books, newest first. */
  years: number[]
}

/**
 * Goes by the day in the books, as the trial balance does: an entry about a closed month is in the month in which it
 * was booked.
 * @returns notes payable by month of a year, from what they were at its beginning; and by the year in which principal is due
 */
export async function getRollForward(actor: Actor, { year }: { year: number }): Promise<RollForward> {
  requireAdministrator(actor)
  const today = fundDay()
  const last = `${year}-12-31`
  const through = last < today ? last : today
  const ends = monthEnds(year, through)
  const moved = unprepared<{ month: string; part: RollForwardPart; cents: Cents }>(
    () => sql<{ month: string; part: RollForwardPart; cents: Cents }>`
      select case when m.booked_on < make_date(${year}, 1, 1) then '' else to_char(m.booked_on, 'YYYY-MM') end as month,
        case m.kind when 'funds' then 'funds' when 'principal' then 'repaid' when 'payment_returned' then 'returned'
          when 'renewal' then case when m.principal_cents > 0 then 'renewedIn' else 'renewedOut' end
          when 'transfer' then case when m.principal_cents > 0 then 'transferredIn' else 'transferredOut' end
          -- What is booked again.
          when 'restated' then case m.about when 'principal' then 'repaid' else 'corrected' end
          else 'corrected' end as part, sum(m.principal_cents) as cents
      from app.note_movements m where m.is_principal and m.booked_on <= ${through}::date group by 1, 2`,
  )
  const balances = unprepared<{ day: string; cents: Cents }>(
    () => sql<{ day: string; cents: Cents }>`
      select d.day, (select coalesce(sum(l.credit_cents - l.debit_cents), 0)
        from ledger_lines l join ledger_entries e on e.id = l.entry_id
        where l.account = ${sql.lit(notesPayable)} and e.booked_on <= d.day) as cents
      from unnest(string_to_array(${ends.join()}, ',')::date[]) d (day)`,
  )
  const due = unprepared<MaturingYear>(
    () => sql<MaturingYear>`
      select case when n.maturity_date > ${through}::date then extract(year from n.maturity_date)::int end as year,
        count(*)::int as notes, sum(p.principal) as principal
      from notes n ${principalsOn(through)} where p.principal <> 0 group by 1 order by 1 nulls first`,
  )
  const range = unprepared<{ first: number | null }>(
    () => sql<{ first: number | null }>`select extract(year from min(e.booked_on))::int as first from ledger_entries e`,
  )
  const [parts, ledger, maturities, [years]] = await readAs(actor, moved, balances, due, range)
  const centsOf = (month: string, part: RollForwardPart) =>
    parts.find(row => row.month === month && row.part === part)?.cents ?? 0n
  const months: RollForwardMonth[] = []
  let opening = sumCents(parts.filter(({ month }) => month === '').map(({ cents }) => cents))
  for (const to of ends) {
    const month = to.slice(0, 7)
    const changed = Object.fromEntries(rollForwardParts.map(part => [part, centsOf(month, part)]))
    const closing = opening + sumCents(Object.values(changed))
    const booked = ledger.find(({ day }) => day === to)?.cents ?? 0n
    months.push({ ...(changed as Record<RollForwardPart, Cents>), month, to, opening, closing, ledger: booked })
    opening = closing
  }
  const [newest, oldest] = [Number(today.slice(0, 4)), Math.min(years?.first ?? year, year)]
  return {
    months,
    through,
    maturities,
    years: Array.from({ length: Math.max(newest - oldest + 1, 0) }, (_, at) => newest - at),
  }
}

/** @returns the last day of each month of a year, the day up to which it is known for the last; none of a year to come */
function monthEnds(year: number, through: string): string[] {
  const ends: string[] = []
  for (let first = `${year}-01-01`; first <= through && first.startsWith(String(year)); first = addMonths(first, 1)) {
    const end = addDays(addMonths(first, 1), -1)
    ends.push(end < through ? end : through)
  }
  return ends
}
