import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { oneOf } from '../../../server/database/one-of.ts'
import { prepared, unprepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { lateSince, unpaidToday } from '../../lists/server/late-since.ts'
import { maturityWindow } from '../../notes/maturity.ts'
import { outstandingStates } from '../../notes/note-states.ts'
import { maturityDaysOf } from '../../notes/server/frozen-days.ts'
import { type Late, type NoteState, stateByDay, toLate } from '../../notes/standing.ts'
import { registerPerPage } from '../register.ts'
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
  late: Late | null
  /** When holders are notified, and until when they can choose. */
  window: { notice: string; closes: string }
}

interface NoteRow extends Omit<MaturingNote, 'late' | 'window'> {
  issueDate: string | null
  maturityDays: number[] | null
  lateSince: string | null
}

/**
 * @param asked `today` from which on, 'YYYY-MM-DD'; what matured before and is not settled comes first. `page` from 0
 * @returns the outstanding principal by the month it matures in, and a page of the notes of the next `days` days, of which there
 *   are `total`
 */
export async function getMaturities(
  actor: Actor,
  { today, days, page = 0, size = registerPerPage }: { today: string; days: number; page?: number; size?: number },
): Promise<{ months: MaturityMonth[]; notes: MaturingNote[]; total: number }> {
  requireAdministrator(actor)
  const months = unprepared<MaturityMonth>(
    () => sql<MaturityMonth>`select to_char(n.maturity_date, 'YYYY-MM') as month, count(*)::int as notes,
        coalesce(sum(p.principal), 0) as principal from notes n ${principalsOn(today)} where ${isOpen} group by 1 order by 1`,
  )
  const count = unprepared<{ total: number }>(
    () => sql<{ total: number }>`select count(*)::int as total from notes n where ${maturesWithin(today, days)}`,
  )
  const [byMonth, counted, maturing] = await readAs(
    actor,
    months,
    count,
    maturingNotes(today, days, size, Math.max(0, page) * size),
  )
  return {
    months: byMonth,
    notes: maturing.map(row => toMaturingNote(row, today)),
    total: counted[0]?.total ?? 0,
  }
}

const isOpen = sql`n.state in ${oneOf(outstandingStates)}`

const maturesWithin = (today: string, days: number) =>
  sql`${isOpen} and n.maturity_date <= ${today}::date + ${days}::int`

/** Open notes that mature within so many days of a day, those that have matured first, as `toMaturingNote` reads them. */
export const maturingNotes = prepared(
  'maturing_notes',
  (_, today: string, days: number, limit: number, offset: number) => sql<NoteRow>`
    select n.id, n.number, h.legal_name as holder, coalesce(p.principal, 0)::numeric as principal,
      n.maturity_date as "maturityDate", n.maturity_days as "maturityDays", n.issue_date as "issueDate", n.state, e.choice,
      e.renew_cents::numeric as "renewCents", e.new_term_months as "newTermMonths",
      ${lateSince(today, unpaidToday(today))} as "lateSince"
    from (select * from notes n where ${maturesWithin(today, days)}
        order by n.maturity_date, n.number limit ${limit} offset ${offset}) n
      join holders h on h.id = n.holder_id ${principalOn(today)}
      left join elections e on e.note_id = n.id and e.superseded_at is null
        and (not e.is_late or e.approval_id is not null)
    order by n.maturity_date, n.number`,
)

export function toMaturingNote(row: NoteRow, today: string): MaturingNote {
  const { maturityDays, issueDate, lateSince, ...note } = row
  const { notice, closes } = maturityWindow(note.maturityDate, maturityDaysOf(maturityDays))
  const state = stateByDay(note.state, { issueDate, maturityDate: note.maturityDate }, today)
  return { ...note, state, late: toLate(lateSince, today), window: { notice, closes } }
}
