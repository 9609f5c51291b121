import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { containing } from '../../../server/database/like-pattern.ts'
import { unprepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { isIn, openStates } from '../../notes/note-states.ts'
import { type NoteOwed, owedOn } from '../../notes/owed.ts'
import { interestFrom, type LateTerms, lateCreditOn, termsColumns } from '../../notes/server/terms-columns.ts'
import { type Late, type NoteState, toLate } from '../../notes/standing.ts'
import { type StoredTerms, toTerms } from '../../notes/terms-row.ts'
import type { RegisterShow } from '../register.ts'
import { registerPerPage } from '../register.ts'
import { isShown, lateSinceOn, moment, principalOn, principalsOn, stateOn } from './on-a-day.ts'

/** The register's query. Days are 'YYYY-MM-DD'. */
export interface RegisterQuery {
  /** The register as of the end of this day. */
  on: string
  /** Part of a note's number, or of its holder's name or number. */
  search?: string
  offering?: string | undefined
  /** One holder's notes only. */
  holderId?: string
  show?: RegisterShow
  /** From 0. */
  page?: number
  size?: number
}

/** A note as it was on a day. Amounts are cents, days 'YYYY-MM-DD'. */
interface NoteColumns extends Omit<StoredTerms, 'principalCents'> {
  id: string
  number: string
  holderId: string
  holder: string
  holderNumber: string
  offering: string
  state: NoteState
  /** At the note's issue, and what was repaid of it by the day. */
  issued: bigint
  repaid: bigint
  /** By the schedule that applies today. */
  nextDue: string | null
  /** The first day of interest that belongs to it: for a transferred note it isn't its issue date. */
  interestFrom: string | null
  /** Interest paid since issue. */
  paid: bigint
}

/** The same with what was owed on it. */
export interface RegisterNote extends NoteColumns, Omit<NoteOwed, 'accrued'> {
  /** The day that the register is of. */
  on: string
  late: Late | null
  /** Null where no interest runs. */
  accrued: bigint | null
}

export interface RegisterTotals {
  notes: number
  holders: number
  principal: bigint
  /** Basis points, weighted by principal; null without notes. */
  rateBp: number | null
  offerings: string[]
}

interface NoteRow extends NoteColumns, LateTerms {
  lateSince: string | null
  outstanding: bigint
  unpaid: bigint
}

/** @returns what a search, an offering and a day leave of the notes `n` with their holders `h` and `principalOn` */
function conditionOf({
  on,
  search = '',
  offering,
  holderId,
  show = 'outstanding',
}: RegisterQuery): RawBuilder<boolean> {
  const pattern = containing(search)
  const found = search
    ? sql`(app.folded(n.number) like ${pattern} or app.folded(h.legal_name) like ${pattern} or app.folded(h.number) like ${pattern})`
    : sql`true`
  const ofOffering = offering ? sql`n.offering = ${offering}` : sql`true`
  const ofHolder = holderId ? sql`n.holder_id = ${holderId}` : sql`true`
  return sql`${isShown(on, show)} and ${found} and ${ofOffering} and ${ofHolder}`
}

/** What was repaid of the principal of the note `n` by a day, and when it is due next. */
const facts = (on: string) => sql`(select coalesce(-sum(m.principal_cents), 0) from app.note_movements m
    where m.note_id = n.id and m.is_principal and m.about = 'principal' and m.booked_on <= ${on}::date) as repaid,
  -- A note that continues another has principal from the day on which that was booked.
  case when n.predecessor_id is null or exists (select from app.note_movements m
    where m.note_id = n.id and m.is_principal and m.booked_on <= ${on}::date) then n.principal_cents else 0 end::numeric as issued,
  (select min(s.due_date) from schedule_lines s where s.note_id = n.id and s.version = n.version
    and s.due_date > ${on}::date and s.interest_cents + s.principal_cents > 0) as "nextDue"`

/** @returns one page of the register on a day, with what was paid and accrued by then, and the totals of all pages */
export async function getRegister(
  actor: Actor,
  query: RegisterQuery,
): Promise<{ notes: RegisterNote[]; totals: RegisterTotals }> {
  requireAdministrator(actor)
  const { on, page = 0, size = registerPerPage } = query
  const condition = conditionOf(query)
  const rows = unprepared<NoteRow>(
    () => sql<NoteRow>`select n.id, n.number, n.holder_id as "holderId", h.legal_name as holder, h.number as "holderNumber",
        n.offering, ${stateOn(on)} as state, ${lateSinceOn(on, sql`b.interest_cents`)} as "lateSince", ${termsColumns},
        ${interestFrom}, ${lateCreditOn(on)}, ${facts(on)}, b.principal_cents::numeric as outstanding,
        b.interest_cents::numeric as unpaid, b.paid_cents::numeric as paid
      from (select n.*, p.principal from notes n join holders h on h.id = n.holder_id ${principalOn(on)}
          where ${condition} order by n.number limit ${size} offset ${page * size}) n
        join holders h on h.id = n.holder_id, lateral (select n.principal) p, app.note_balance(n.id, ${on}::date) b
      order by n.number`,
  )
  const [notes, [totals], offerings] = await readAs(actor, rows, totalsOf(query), allOfferings())
  return { notes: notes.map(row => toRegisterNote(row, on)), totals: toTotals(totals, offerings) }
}

type TotalsRow = Omit<RegisterTotals, 'offerings'>

function totalsOf(query: RegisterQuery) {
  // Only a search reads holders.
  const holders = query.search ? sql`join holders h on h.id = n.holder_id` : sql``
  return unprepared<TotalsRow>(
    () => sql<TotalsRow>`select count(*)::int as notes, count(distinct n.holder_id)::int as holders,
        coalesce(sum(p.principal), 0) as principal,
        round(sum(p.principal * n.rate_bp) / nullif(sum(p.principal), 0))::int as "rateBp"
      from notes n ${holders} ${principalsOn(query.on)}
      where ${conditionOf(query)}`,
  )
}

function allOfferings() {
  return unprepared<{ offering: string }>(
    () => sql<{ offering: string }>`select distinct offering from notes order by offering limit 100`,
  )
}

function toTotals(totals: TotalsRow | undefined, offerings: readonly { offering: string }[]): RegisterTotals {
  const none = { notes: 0, holders: 0, principal: 0n, rateBp: null }
  return { ...(totals ?? none), offerings: offerings.map(({ offering }) => offering) }
}

/** Interest runs only where the note was outstanding; late interest also where it was renewed and some came back. */
function toRegisterNote(row: NoteRow, on: string): RegisterNote {
  const { lateSince, outstanding, principalCents, lateCredit, ...note } = row
  const { state, issueDate, interestFrom, unpaid } = note
  const owed = owedOn({ ...row, terms: toTerms(row, on), principal: outstanding, unpaid }, on)
  return {
    ...note,
    ...owed,
    on,
    accrued: isIn(openStates, state) && issueDate && on >= issueDate ? owed.accrued : null,
    interestFrom: interestFrom ?? issueDate,
    late: toLate(lateSince, moment(on)),
  }
}

/** What one holder, or one offering, had outstanding on a day. Amounts are cents. */
export interface RegisterGroup {
  key: string
  name: string
  /** Of the holder. */
  number: string | null
  notes: number
  principal: bigint
  rateBp: number
  /** The next maturity, 'YYYY-MM-DD'. */
  nextMaturity: string
}

/**
 * @param by the grouping
 * @returns one page of holders, or all offerings, with what they had outstanding on a day, the largest first
 */
export async function getRegisterGroups(
  actor: Actor,
  by: 'holder' | 'offering',
  query: RegisterQuery,
): Promise<{ groups: RegisterGroup[]; total: number; totals: RegisterTotals }> {
  requireAdministrator(actor)
  const { page = 0, size = registerPerPage } = query
  const condition = conditionOf(query)
  const [key, name, number] =
    by === 'holder'
      ? [sql`h.id::text`, sql`h.legal_name`, sql`h.number`]
      : [sql`n.offering`, sql`n.offering`, sql`null`]
  type Row = RegisterGroup & { total: number }
  const rows = unprepared<Row>(
    () => sql<Row>`select ${key} as key, min(${name}) as name, min(${number}) as number, count(*)::int as notes,
        coalesce(sum(p.principal), 0) as principal,
        coalesce(round(sum(p.principal * n.rate_bp) / nullif(sum(p.principal), 0)), 0)::int as "rateBp",
        min(n.maturity_date) as "nextMaturity", (count(*) over ())::int as total
      from notes n join holders h on h.id = n.holder_id ${principalsOn(query.on)}
      where ${condition} group by ${key} order by sum(p.principal) desc nulls last, 2 limit ${size} offset ${page * size}`,
  )
  const [groups, [totals], offerings] = await readAs(actor, rows, totalsOf(query), allOfferings())
  return {
    groups: groups.map(({ total: _, ...group }) => group),
    total: groups[0]?.total ?? 0,
    totals: toTotals(totals, offerings),
  }
}
