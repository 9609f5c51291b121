import { sql } from 'kysely'
import { outstandingStates } from '../../rules/note-states.ts'
import { maturityWindow } from '../../rules/notes/maturity.ts'
import { type Late, type NoteState, stateByDay, toLate } from '../../rules/notes/standing.ts'
import { registerPerPage } from '../../rules/register.ts'
import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/roles.ts'
import { oneOf } from '../database/one-of.ts'
import { prepared, unprepared } from '../database/prepared.ts'
import { readAs } from '../database/read-as.ts'
import { lateSince, unpaidToday } from '../lists/late-since.ts'
import { maturityDaysOf } from '../notes/frozen-days.ts'
import { principalOn, principalsOn } from './on-a-day.ts'

/** What matures in a month. Amounts are cents. */
export interface MaturityMonth {
  /** 'YYYY-MM'. */
  month: string
  notes: number
  principal: bigint
}

/** A note that matures soon, with what its holder has chosen. Days are 'YYYY-MM-DD'. */
export interface MaturingNote {
  id: string
  number: string
  holder: string
  principal: bigint
  maturityDate: string
  state: NoteState
  choice: string | null
  renewCents: bigint | null
  newTermMonths: number | null
  chosenAt: Date | null
  /** When holders are told, and until when they can choose. */
  window: { notice: string; closes: string }
}

/** The same in the list of maturities, where its badge says what is late. */
export type ListedMaturity = MaturingNote & { late: Late | null }

interface NoteRow {
  id: string
  number: string
  holder: string
  principal: string
  maturity_date: string
  maturity_days: number[] | null
  issue_date: string | null
  state: NoteState
  choice: string | null
  renew_cents: string | null
  new_term_months: number | null
  made_at: Date | null
}

/**
 * @param asked `today` from which on, 'YYYY-MM-DD'; what matured before and is not settled comes first. `page` from 0
 * @returns the outstanding principal by the month it matures in, and a page of the notes of the next `days` days, of which there
 *   are `total`
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getMaturities(
  actor: Actor,
  { today, days, page = 0, size = registerPerPage }: { today: string; days: number; page?: number; size?: number },
): Promise<{ months: MaturityMonth[]; notes: ListedMaturity[]; total: number }> {
  requireAdministrator(actor)
  type MonthRow = { month: string; notes: number; principal: string }
  const months = unprepared<MonthRow>(
    () => sql<MonthRow>`select to_char(n.maturity_date, 'YYYY-MM') as month, count(*)::int as notes,
        coalesce(sum(p.principal), 0)::text as principal from notes n ${principalsOn(today)} where ${isOpen} group by 1 order by 1`,
  )
  const count = unprepared<{ total: number }>(
    () => sql<{ total: number }>`select count(*)::int as total from notes n where ${maturesWithin(today, days)}`,
  )
  const [byMonth, counted, maturing] = await readAs(
    actor,
    months,
    count,
    listedMaturities(today, days, size, Math.max(0, page) * size),
  )
  return {
    months: byMonth.map(({ principal, ...row }) => ({ ...row, principal: BigInt(principal) })),
    notes: maturing.map(row => ({
      ...toMaturingNote(row),
      state: stateByDay(row.state, { issueDate: row.issue_date, maturityDate: row.maturity_date }, today),
      late: toLate(row.late_since, today),
    })),
    total: counted[0]?.total ?? 0,
  }
}

const isOpen = sql`n.state in ${oneOf(outstandingStates)}`

const maturesWithin = (today: string, days: number) =>
  sql`${isOpen} and n.maturity_date <= ${today}::date + ${days}::int`

const noteColumns = sql`n.id, n.number, h.legal_name as holder, coalesce(p.principal, 0)::text as principal,
  n.maturity_date::text as maturity_date, n.maturity_days, n.issue_date::text as issue_date, n.state, e.choice, e.renew_cents::text as renew_cents,
  e.new_term_months, e.made_at`

/** The notes `n` of a page, with their holders, principal, and choice. */
const maturingOf = (today: string, days: number, limit: number, offset: number) => sql`
  from (select * from notes n where ${maturesWithin(today, days)}
      order by n.maturity_date, n.number limit ${limit} offset ${offset}) n
    join holders h on h.id = n.holder_id ${principalOn(today)}
    left join elections e on e.note_id = n.id and e.superseded_at is null
      and (not e.is_late or e.approval_id is not null)
  order by n.maturity_date, n.number`

/** Open notes that mature within so many days of a day, those that have matured first, as `toMaturingNote` reads them. */
export const maturingNotes = prepared(
  'maturing_notes',
  (_, ...asked: Parameters<typeof maturingOf>) => sql<NoteRow>`select ${noteColumns} ${maturingOf(...asked)}`,
)

const listedMaturities = prepared(
  'listed_maturities',
  (_, ...asked: Parameters<typeof maturingOf>) => sql<NoteRow & { late_since: string | null }>`
    select ${noteColumns}, ${lateSince(asked[0], unpaidToday(asked[0]))} as late_since ${maturingOf(...asked)}`,
)

export function toMaturingNote(row: NoteRow): MaturingNote {
  const { notice, closes } = maturityWindow(row.maturity_date, maturityDaysOf(row.maturity_days))
  return {
    id: row.id,
    number: row.number,
    holder: row.holder,
    principal: BigInt(row.principal),
    maturityDate: row.maturity_date,
    state: row.state,
    choice: row.choice,
    renewCents: row.renew_cents === null ? null : BigInt(row.renew_cents),
    newTermMonths: row.new_term_months,
    chosenAt: row.made_at,
    window: { notice, closes },
  }
}
