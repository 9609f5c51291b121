import { sql } from 'kysely'
import { prepared } from '../../../server/database/prepared.ts'
import type { HolderKind, MemberRight } from '../../holders/holders.ts'
import { accreditedThrough, lastingMethods } from '../../holders/server/accredited-through.ts'
import type { NoteState } from '../../notes/standing.ts'

/*
 * SQL for members' notes, run in one exchange with the page's other statements. They filter by membership in addition
 * to row-level security, so that an administrator sees one person's notes as that person does.
 */

/** A holder that a person is a member of. */
export interface HolderRow {
  id: string
  number: string
  name: string
  kind: HolderKind
  right: MemberRight
  isFrozen: boolean
  custodian: string | null
  custodianLast4: string | null
  /**
   * End of its accreditation for any sale; null if not verified, verified for single sales only, or while contrary
   * facts are known.
   */
  accreditedThrough: string | null
  /** Whether it was ever verified for a single sale. */
  isAccreditedForSales: boolean
}

export const ownHolders = prepared(
  'own_holders',
  (_, personId: string) => sql<HolderRow>`
    select h.id, h.number, h.legal_name as name, h.kind, m.member_right as "right", h.frozen_at is not null as "isFrozen",
      h.custodian_name as custodian, h.custodian_account_last4 as "custodianLast4",
      ${accreditedThrough} as "accreditedThrough",
      exists (select from accreditations a where a.holder_id = h.id and a.state in ('approved', 'expired')
        and a.method not in (${sql.join(lastingMethods)})) as "isAccreditedForSales"
    from holder_members m join holders h on h.id = m.holder_id
    where m.user_id = ${personId} and m.ended_at is null order by lower(h.legal_name), h.id`,
)

/** A note's row; amounts as decimal strings of cents. */
export interface NoteRow {
  id: string
  number: string
  holderId: string
  offering: string
  principal: string
  rateBp: number
  termMonths: 12 | 24
  payout: 'monthly' | 'quarterly' | 'annually'
  dayCount: '30/360' | 'actual/365'
  convention: 'following' | 'modified_following' | 'preceding'
  issueDate: string | null
  firstPaymentDate: string | null
  maturityDate: string | null
  maturityDays: number[] | null
  state: NoteState
  defaultRateBp: number | null
  closedOn: string | null
  /** The account paid, as named in the terms. */
  payee: string | null
}

/** With amounts due at the end of a day, by the ledger: principal and interest. */
export type OwnNoteRow = NoteRow & { owed: string; unpaid: string; lateCredit: string }

const noteColumns = sql`n.id, n.number, n.holder_id as "holderId", n.offering, n.principal_cents::text as principal,
  n.rate_bp as "rateBp", n.term_months as "termMonths", n.payout, n.day_count as "dayCount", n.convention,
  n.issue_date::text as "issueDate", n.first_payment_date::text as "firstPaymentDate",
  n.maturity_date::text as "maturityDate", n.maturity_days as "maturityDays", n.state, n.default_rate_bp as "defaultRateBp",
  n.closed_on::text as "closedOn", n.payee`

/** Signed notes of a person's holders, including canceled ones; only administrators see drafts. */
const ownNoteIds = (personId: string) => sql`
  from holder_members m join notes n on n.holder_id = m.holder_id
  where m.user_id = ${personId} and m.ended_at is null and n.signed_at is not null`

export const ownNotes = prepared(
  'own_notes',
  (_, personId: string, day: string) => sql<OwnNoteRow>`
    select ${noteColumns}, b.principal_cents::text as owed, b.interest_cents::text as unpaid,
      (select c.cents from app.late_credit(n.id, ${day}::date) c)::text as "lateCredit"
    from (select n.* ${ownNoteIds(personId)}) n, app.note_balance(n.id, ${day}::date) b order by n.maturity_date nulls first, n.number`,
)

/** A scheduled payment. */
export interface LineRow {
  noteId: string
  n: number
  startDate: string
  dueDate: string
  payDate: string
  days: number
  isStub: boolean
  interest: string
  principal: string
  /** Of the interest. */
  paid: string
  /** Unpaid principal. */
  principalLeft: string
}

export const ownLines = prepared(
  'own_schedule_lines',
  (_, personId: string) => sql<LineRow>`
    select l.note_id as "noteId", l.n, l.start_date::text as "startDate", l.due_date::text as "dueDate",
      l.pay_date::text as "payDate", l.days, l.is_stub as "isStub", l.interest_cents::text as interest,
      l.principal_cents::text as principal, l.paid_cents::text as paid, l.principal_left_cents::text as "principalLeft"
    from app.line_status l join (select n.id, n.version ${ownNoteIds(personId)}) own
      on own.id = l.note_id and own.version = l.version and l.interest_cents + l.principal_cents > 0
    order by l.note_id, l.due_date, l.n`,
)

/** A ledger entry of a note that settled something or reversed a settlement, with the settled amounts. */
export interface SettlementRow {
  noteId: string
  kind: string
  /** Kind of the reversed entry. */
  reversedKind: string | null
  /** Due date of the scheduled payment it settles; null for principal as a whole. */
  dueDate: string | null
  /** The day it relates to; the booking day may be later. */
  day: string
  interest: string
  principal: string
  /** Tax withheld of that interest. */
  withheld: string
  reference: string | null
}

export const ownSettlements = prepared(
  'own_settlements',
  (_, personId: string) => sql<SettlementRow>`
    select m.note_id as "noteId", m.kind, case when m.reverses is not null then m.about end as "reversedKind",
      s.due_date::text as "dueDate", m.relates_to::text as day, m.reference, (-m.interest_cents)::text as interest,
      (-m.principal_cents)::text as principal, m.withheld_cents::text as withheld
    from app.note_movements m join (select n.id ${ownNoteIds(personId)}) own on own.id = m.note_id
      left join schedule_lines s on s.note_id = m.note_id and s.version = m.schedule_version and s.n = m.line_n
    where m.about not in ('funds', 'interest_due')
      -- What a transfer or a renewal brings in is the new note's principal, as funds are.
      and not (m.about in ('transfer', 'renewal') and (m.principal_cents > 0
          or exists (select from ledger_entries r where r.reverses = m.entry_id)))
      -- What was booked again says nothing of its own.
      and m.kind <> 'restated'
      and not exists (select from ledger_entries r where r.reverses = m.entry_id
        and r.kind = 'restated')
      and not exists (select from ledger_entries a where a.undoes = m.entry_id)
    order by m.note_id, m.seq`,
)

/** A holder's election for a note's maturity. */
export interface ElectionRow {
  noteId: string
  choice: 'withdraw' | 'renew' | 'renew_part' | 'other_term'
  renew: string | null
  newTermMonths: 12 | 24 | null
  madeAt: Date
  by: string | null
  /** Late and not yet accepted. */
  isPending: boolean
  /** When a late election was rejected; otherwise null. */
  declinedAt: Date | null
}

export const ownElections = prepared(
  'own_elections',
  (_, personId: string) => sql<ElectionRow>`
    select e.note_id as "noteId", e.choice, e.renew_cents::text as renew, e.new_term_months as "newTermMonths",
      e.made_at as "madeAt", coalesce(p.full_name, p.email) as by, e.is_late and e.approval_id is null as "isPending",
      case when e.is_late and e.approval_id is null then app.election_declined_at(e.id) end as "declinedAt"
    from elections e join (select n.id ${ownNoteIds(personId)}) own on own.id = e.note_id
      left join user_profiles p on p.id = e.made_by
    where e.superseded_at is null`,
)
