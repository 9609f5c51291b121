import { type RawBuilder, sql } from 'kysely'
import { isIn, openStates } from '../../rules/note-states.ts'
import type { Convention } from '../../rules/notes/calendar.ts'
import type { DayCount, Payout } from '../../rules/notes/interest.ts'
import { type NoteOwed, owedOn } from '../../rules/notes/owed.ts'
import { type Late, type NoteState, toLate } from '../../rules/notes/standing.ts'
import { toTerms } from '../../rules/notes/terms-row.ts'
import type { RegisterShow } from '../../rules/register.ts'
import { registerPerPage } from '../../rules/register.ts'
import type { Actor } from '../access/actor.ts'
import { requireAdministrator } from '../access/roles.ts'
import { containing } from '../database/like-pattern.ts'
import { unprepared } from '../database/prepared.ts'
import { readAs } from '../database/read-as.ts'
import { interestFrom, lateCreditOn, type TermsRow, termsColumns } from '../notes/terms-columns.ts'
import { isShown, lateSinceOn, principalOn, principalsOn, stateOn, toldBy } from './on-a-day.ts'

/** What the register is asked for. Days are 'YYYY-MM-DD'. */
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

/** A note as it was on a day, with what was owed on it. Amounts are cents. */
export interface RegisterNote extends Omit<NoteOwed, 'accrued'> {
  id: string
  number: string
  holderId: string
  holder: string
  holderNumber: string
  offering: string
  rateBp: number
  termMonths: number
  payout: Payout
  /** What principal and accrued interest follow from, beside the rest. */
  facts: RegisterFacts
  /** Null in a draft without a day. */
  issueDate: string | null
  maturityDate: string | null
  state: NoteState
  late: Late | null
  /** Null where no interest runs. */
  accrued: bigint | null
  /** Interest paid since issue. */
  paid: bigint
}

/** What of a note's terms and books only the register's file says. Amounts are cents, days 'YYYY-MM-DD'. */
export interface RegisterFacts {
  /** The day that the register is of. */
  on: string
  /** At the note's issue, and what was repaid of it by the day. */
  issued: bigint
  repaid: bigint
  dayCount: DayCount
  convention: Convention
  defaultRateBp: number | null
  /** As agreed; null: one period after issue. */
  firstPayment: string | null
  /** By the schedule that applies today. */
  nextDue: string | null
  /** The first day whose interest belongs to it: of a note that came by transfer, another one than its issue date. */
  interestFrom: string | null
}

export interface RegisterTotals {
  notes: number
  holders: number
  principal: bigint
  /** Basis points, weighted by principal; null without notes. */
  rateBp: number | null
  offerings: string[]
}

interface NoteRow extends TermsRow {
  id: string
  number: string
  holder_id: string
  holder: string
  holder_number: string
  offering: string
  state: NoteState
  late_since: string | null
  interest_from: string | null
  late_credit: string
  repaid: string
  issued: string
  next_due: string | null
  outstanding: string
  unpaid: string
  paid: string
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
const facts = (on: string) => sql`(select coalesce(-sum(m.principal_cents), 0)::text from app.note_movements m
    where m.note_id = n.id and m.is_principal and m.about = 'principal' and m.booked_on <= ${on}::date) as repaid,
  -- A note that continues another has principal from the day on which that was booked.
  case when n.predecessor_id is null or exists (select from app.note_movements m
    where m.note_id = n.id and m.is_principal and m.booked_on <= ${on}::date) then n.principal_cents else 0 end::text as issued,
  (select min(s.due_date)::text from schedule_lines s where s.note_id = n.id and s.version = n.version
    and s.due_date > ${on}::date and s.interest_cents + s.principal_cents > 0) as next_due`

/**
 * @returns one page of the register on a day, with what was paid and accrued by then, and the totals of all pages
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getRegister(
  actor: Actor,
  query: RegisterQuery,
): Promise<{ notes: RegisterNote[]; totals: RegisterTotals }> {
  requireAdministrator(actor)
  const { on, page = 0, size = registerPerPage } = query
  const condition = conditionOf(query)
  const rows = unprepared<NoteRow>(
    () => sql<NoteRow>`select n.id, n.number, n.holder_id, h.legal_name as holder, h.number as holder_number, n.offering,
        ${stateOn(on)} as state, ${lateSinceOn(on, sql`b.interest_cents`)} as late_since, ${termsColumns}, ${interestFrom} as interest_from, ${lateCreditOn(on)}, ${facts(on)},
        b.principal_cents::text as outstanding, b.interest_cents::text as unpaid,
        b.paid_cents::text as paid
      from (select n.*, p.principal from notes n join holders h on h.id = n.holder_id ${principalOn(on)}
          where ${condition} order by n.number limit ${size} offset ${page * size}) n
        join holders h on h.id = n.holder_id, lateral (select n.principal) p, app.note_balance(n.id, ${on}::date) b
      order by n.number`,
  )
  const [notes, [totals], offerings] = await readAs(actor, rows, totalsOf(query), allOfferings())
  return {
    notes: notes.map(row => toRegisterNote(row, on)),
    totals: toTotals(totals, offerings),
  }
}

type TotalsRow = { notes: number; holders: number; principal: string; rate_bp: number | null }

function totalsOf(query: RegisterQuery) {
  // Only a search looks at holders.
  const holders = query.search ? sql`join holders h on h.id = n.holder_id` : sql``
  return unprepared<TotalsRow>(
    () => sql<TotalsRow>`select count(*)::int as notes, count(distinct n.holder_id)::int as holders,
        coalesce(sum(p.principal), 0)::text as principal,
        round(sum(p.principal * n.rate_bp) / nullif(sum(p.principal), 0))::int as rate_bp
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
  return {
    notes: totals?.notes ?? 0,
    holders: totals?.holders ?? 0,
    principal: BigInt(totals?.principal ?? 0),
    rateBp: totals?.rate_bp ?? null,
    offerings: offerings.map(({ offering }) => offering),
  }
}

/** Interest runs only where the note was outstanding; late interest also where it was renewed and some came back. */
function owedBy(row: NoteRow, on: string): Pick<RegisterNote, keyof NoteOwed> {
  const { issue_date: issued, default_rate_bp: defaultRateBp, interest_from: interestFrom } = row
  const [principal, unpaid] = [BigInt(row.outstanding), BigInt(row.unpaid)]
  const terms = toTerms(row, issued ?? on)
  const lateCredit = BigInt(row.late_credit)
  const owed = owedOn({ terms, principal, unpaid, defaultRateBp, interestFrom, lateCredit }, on)
  return isIn(openStates, row.state) && issued && on >= issued ? owed : { ...owed, accrued: null }
}

function toRegisterNote(row: NoteRow, on: string): RegisterNote {
  const { issue_date: issued, maturity_date: matures } = row
  return {
    id: row.id,
    number: row.number,
    holderId: row.holder_id,
    holder: row.holder,
    holderNumber: row.holder_number,
    offering: row.offering,
    ...owedBy(row, on),
    rateBp: row.rate_bp,
    termMonths: row.term_months,
    payout: row.payout,
    facts: {
      on,
      issued: BigInt(row.issued),
      repaid: BigInt(row.repaid),
      dayCount: row.day_count,
      convention: row.convention,
      defaultRateBp: row.default_rate_bp,
      firstPayment: row.first_payment_date,
      nextDue: row.next_due,
      interestFrom: row.interest_from ?? issued,
    },
    issueDate: issued,
    maturityDate: matures,
    state: row.state,
    late: toLate(row.late_since, toldBy(on)),
    paid: BigInt(row.paid),
  }
}

/** What one holder, or one offering, had outstanding on a day. Amounts are cents. */
export interface RegisterGroup {
  key: string
  name: string
  /** Of the holder. */
  number?: string
  notes: number
  principal: bigint
  rateBp: number
  /** The next maturity, 'YYYY-MM-DD'. */
  nextMaturity: string
}

/**
 * @param by what is added up
 * @returns one page of holders, or all offerings, with what they had outstanding on a day, the largest first
 * @throws PortalError FORBIDDEN unless the actor is an administrator
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
  type Row = {
    key: string
    name: string
    number: string | null
    notes: number
    principal: string
    rate_bp: number
    next: string
    total: number
  }
  const rows = unprepared<Row>(
    () => sql<Row>`select ${key} as key, min(${name}) as name, min(${number}) as number, count(*)::int as notes,
        coalesce(sum(p.principal), 0)::text as principal,
        coalesce(round(sum(p.principal * n.rate_bp) / nullif(sum(p.principal), 0)), 0)::int as rate_bp,
        min(n.maturity_date)::text as next, (count(*) over ())::int as total
      from notes n join holders h on h.id = n.holder_id ${principalsOn(query.on)}
      where ${condition} group by ${key} order by sum(p.principal) desc nulls last, 2 limit ${size} offset ${page * size}`,
  )
  const [groups, [totals], offerings] = await readAs(actor, rows, totalsOf(query), allOfferings())
  return {
    groups: groups.map(row => ({
      key: row.key,
      name: row.name,
      ...(row.number !== null && { number: row.number }),
      notes: row.notes,
      principal: BigInt(row.principal),
      rateBp: row.rate_bp,
      nextMaturity: row.next,
    })),
    total: groups[0]?.total ?? 0,
    totals: toTotals(totals, offerings),
  }
}
