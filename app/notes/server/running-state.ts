import { type RawBuilder, sql, type Transaction } from 'kysely'
import { timeZone } from '../../../content/fund-time-zone.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import type { NoteRow } from './note-row.ts'

/**
 * Whether approval `a` began or ended a default of note `n`. An undone funding's approvals don't count; a note in default
 * when transferred stays in default.
 */
export const isDefaultOrCure = sql<boolean>`(a.subject_id in (n.id, n.predecessor_id) and a.decision = 'approved'
  and case a.kind when 'note.transfer' then a.subject_id = n.predecessor_id and a.decided_at = n.funded_at
      and a.content ->> 'state' = 'defaulted'
    else a.subject_id = n.id and a.kind in ('note.default', 'note.cure') and a.decided_at >= n.funded_at end)`

/** The day as of which approval `a` began or ended a default, as text. */
export const defaultDay = sql<string>`coalesce(a.content ->> 'day',
  to_char(a.decided_at at time zone ${sql.lit(timeZone)}, 'YYYY-MM-DD'))`

/** Whether note `n` was in default at the end of a day, by approvals. */
export function isInDefaultOn(on: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select a.kind <> 'note.cure' from approvals a
    where ${isDefaultOrCure} and (${defaultDay})::date <= ${on}::date
    order by a.decided_at desc limit 1), false)`
}

/** @returns the state of an issued note with debt: by its dates, and by approved defaults and cures */
export async function runningState(
  tx: Transaction<Database>,
  { id, maturityDate }: NoteRow,
): Promise<'current' | 'matured' | 'defaulted'> {
  const today = fundDay()
  const { rows } = await sql<{ inDefault: boolean }>`
    select ${isInDefaultOn('infinity')} as "inDefault" from notes n where n.id = ${id}`.execute(tx)
  if (rows[0]?.inDefault) return 'defaulted'
  return maturityDate !== null && maturityDate <= today ? 'matured' : 'current'
}
