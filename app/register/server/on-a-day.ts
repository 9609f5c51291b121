import { type RawBuilder, sql } from 'kysely'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { lateSince, unpaidInterest } from '../../lists/server/late-since.ts'
import { isInDefaultOn } from '../../notes/server/running-state.ts'
import type { NoteState } from '../../notes/standing.ts'
import type { RegisterShow } from '../register.ts'

/** Of movements `m` of principal: their sum, or null where all that brought some was undone. */
const principalOfMovements = sql`case when bool_or(m.reverses is null and m.principal_cents > 0
  and not exists (select from ledger_entries r where r.reverses = m.entry_id and r.kind in ('reversal', 'restated')))
  or sum(m.principal_cents) <> 0 then sum(m.principal_cents)::bigint end as principal`

/**
 * A note's principal at the end of a day, by the books; null before they have any, and where its funding was undone. Of
 * the note `n`, as `p`: what `stateOn` and `isShown` build on.
 */
export function principalOn(on: string): RawBuilder<unknown> {
  return sql`cross join lateral (select ${principalOfMovements} from app.note_movements m
    where m.note_id = n.id and m.is_principal and m.booked_on <= ${on}::date) p`
}

/** As `principalOn`, where all notes are added up: one pass over the account. */
export function principalsOn(on: string): RawBuilder<unknown> {
  if (on >= fundDay()) {
    return sql`left join (select o.note_id, o.principal_cents as principal from app.note_principals o) p
      on p.note_id = n.id and n.funded_at is not null`
  }
  return sql`left join (select m.note_id, ${principalOfMovements} from app.note_movements m
    where m.is_principal and m.booked_on <= ${on}::date group by m.note_id) p on p.note_id = n.id`
}

/** @returns since when a note is late on a day; for a future day, what is late today */
export function lateSinceOn(on: string, unpaid = unpaidInterest(on)): RawBuilder<string | null> {
  return lateSince(moment(on), unpaid)
}

/** @returns the day for which the books can say what is late: today at the latest */
export function moment(on: string): string {
  const today = fundDay()
  return on < today ? on : today
}

/** @returns which notes the register has on a day, of the notes `n` with `principalOn` */
export function isShown(on: string, show: RegisterShow): RawBuilder<boolean> {
  switch (show) {
    case 'outstanding':
      // Also what was paid on a note before its transfer: the successor's books begin then.
      return sql`(p.principal <> 0 or coalesce(p.principal, 0) = 0 and ${unpaidInterest(on)} <> 0)`
    case 'late':
      return sql`(p.principal is not null and ${lateSinceOn(on)} is not null)`
    case 'in-progress':
      // A note that continues another one for a new holder keeps its issue date.
      return sql`(p.principal is null and n.closed_on is null
        and (n.funded_at is null or n.issue_date > ${on}::date or n.predecessor_id is null) and ${unpaidInterest(on)} = 0)`
    case 'closed':
      return sql`(p.principal = 0 and ${unpaidInterest(on)} = 0 or p.principal is null and n.closed_on <= ${on}::date)`
    case 'all':
      return sql`true`
  }
}

/** What the state of a note was at the end of a day: by the books, its dates, and what two people decided. */
export function stateOn(on: string): RawBuilder<NoteState> {
  return sql`case
    when p.principal is null then case
      -- What was transferred by mistake was never anything else.
      when n.closed_on <= ${on}::date or n.funded_at is null and n.closed_on is null
        or n.state = 'cancelled' and n.funded_at is not null then n.state
      when n.funded_at is null and n.signed_at is null then 'draft' else 'signed' end
    when n.state in ('renewed', 'transferred') and (p.principal = 0 or n.closed_on <= ${on}::date) then n.state
    when p.principal = 0 and ${unpaidInterest(on)} <= 0 then 'paid'
    when ${isInDefaultOn(on)} then 'defaulted'
    when n.maturity_date <= ${on}::date then 'matured'
    when n.issue_date <= ${on}::date then 'current' else 'funded' end`
}
