import { type RawBuilder, sql } from 'kysely'
import type { Cents } from '../../../rules/money.ts'
import { oneOf } from '../../../server/database/one-of.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { outstandingStates } from '../../notes/note-states.ts'

/** Amount held and next payment, for a row of a list. */
export interface HeldSummary {
  /** Outstanding principal, in cents. */
  held: Cents
  /** Notes that aren't closed. */
  notes: number
  /** Payments of the next pay date; `day` is 'YYYY-MM-DD'. */
  next: { day: string; cents: Cents } | null
}

export const nothingHeld: HeldSummary = { held: 0n, notes: 0, next: null }

/** The columns of `heldBy`, as the database answers. */
export interface HeldRow {
  held: string | null
  notes: number | null
  next_day: string | null
  next_cents: string | null
}

/** @returns a list's row; zero if there is none */
export function toHeldSummary({ held, notes, next_day, next_cents }: HeldRow): HeldSummary {
  if (held === null || notes === null) return nothingHeld
  return {
    held: BigInt(held),
    notes,
    next: next_day === null ? null : { day: next_day, cents: BigInt(next_cents ?? 0) },
  }
}

/**
 * Sums notes like `getHoldings`, but reads few rows: of each its principal, and the next scheduled payment.
 * @param owners selects `key` and `holder_id`, each pair once
 * @returns selects the columns of a `HeldRow` for each key with a note
 */
export function heldBy(owners: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select key, sum(principal)::text as held, count(*)::int as notes, min(pay_date)::text as next_day,
      (sum(cents) filter (where pay_date = first))::text as next_cents
    from (
      select o.key, p.principal_cents as principal, l.pay_date, l.cents, min(l.pay_date) over (partition by o.key) as first
      -- Holder by holder ('offset 0'): joined, all notes would be read in their order.
      from (${owners}) o cross join lateral (
          select n.id, n.version from notes n where n.holder_id = o.holder_id and n.state in ${oneOf(outstandingStates)}
          offset 0) n
        left join lateral (select principal_cents from app.note_principals where note_id = n.id) p on true
        left join lateral (
          select s.pay_date, greatest(s.interest_cents - s.paid_cents, 0) + s.principal_left_cents as cents
          from app.line_status s where s.note_id = n.id and s.version = n.version and s.pay_date >= ${fundDay()}::date
            and (s.paid_cents < s.interest_cents or s.principal_left_cents > 0)
          order by s.n limit 1) l on true) each
    group by key`
}

/** @returns selects what people, given as an array of their ids, hold through their holders */
export function heldByPeople(ids: readonly string[]): RawBuilder<unknown> {
  return heldBy(sql`select user_id as key, holder_id from holder_members
    where user_id = any(${ids}::uuid[]) and ended_at is null`)
}
