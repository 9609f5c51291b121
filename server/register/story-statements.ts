import { sql } from 'kysely'
import type { ApprovalDecision, HolderKind, SigningRule } from '../../rules/holders.ts'
import type { ElectionChoice } from '../../rules/note-records.ts'
import type { NoteState } from '../../rules/notes/standing.ts'
import { nameWithAddress } from '../access/name-with-address.ts'
import { prepared } from '../database/prepared.ts'
import { isPending } from '../notes/pending-payments.ts'
import { lateCreditOn, type TermsRow, termsColumns } from '../notes/terms-columns.ts'

/** What a note's story is read with (note-story.ts): all of them in one exchange. */

export interface NoteRow extends TermsRow {
  id: string
  number: string
  state: NoteState
  holder_id: string
  holder: string
  holder_number: string
  holder_kind: HolderKind
  signing_rule: SigningRule
  offering: string
  sale_state: string | null
  default_rate_bp: number | null
  early_redemption: string | null
  clauses: string[] | null
  grace_days: number | null
  payee: string | null
  terms_sha256: string | null
  created_at: Date
  sold_on: string | null
  verified_on: string | null
  signed_at: Date | null
  funded_at: Date | null
  closed_on: string | null
  close_reason: string | null
  predecessor_id: string | null
  predecessor: string | null
  successor_id: string | null
  successor: string | null
  owed: string
  unpaid: string
  late_credit: string
}

export const noteOfStory = prepared(
  'note_of_story',
  (_, id: string, today: string) => sql<NoteRow>`
    select n.id, n.number, n.state, n.holder_id, h.legal_name as holder, h.number as holder_number, h.kind as holder_kind,
      h.signing_rule, n.offering, ${termsColumns}, n.sale_state, n.default_rate_bp, n.early_redemption, n.clauses,
      n.grace_days, n.payee, encode(n.terms_sha256, 'hex') as terms_sha256, n.created_at,
      case when n.signed_at is not null then app.sold_on(n)::text end as sold_on,
      (select a.valid_from::text from reliances r join accreditations a on a.id = r.accreditation_id
        where r.note_id = n.id) as verified_on, n.signed_at, n.funded_at, n.closed_on::text as closed_on,
      n.close_reason, p.id as predecessor_id, p.number as predecessor, s.id as successor_id, s.number as successor,
      b.principal_cents::text as owed, b.interest_cents::text as unpaid,
      ${lateCreditOn(today)}
    from notes n join holders h on h.id = n.holder_id cross join app.note_balance(n.id, ${today}::date) b
      left join notes p on p.id = n.predecessor_id
      left join notes s on s.predecessor_id = n.id and s.state <> 'cancelled'
    where n.id = ${id}`,
)

export type LineRow = Record<
  'start' | 'due' | 'pay' | 'interest' | 'principal' | 'paid' | 'principal_left' | 'credit',
  string
> & {
  version: number
  days: number
  n: number
  is_stub: boolean
  asked: boolean
}

export const linesOfStory = prepared(
  'lines_of_story',
  (_, id: string) => sql<LineRow>`
    select s.version, s.n, s.start_date::text as start, s.due_date::text as due, s.pay_date::text as pay, s.is_stub,
      s.interest_cents::text as interest, s.principal_cents::text as principal, s.paid_cents::text as paid,
      s.principal_left_cents::text as principal_left, s.credit_cents::text as credit, s.days,
      ${isPending('s')} as asked
    from notes n join app.line_status s on s.note_id = n.id and s.version = n.version
    where n.id = ${id} order by s.due_date, s.n`,
)

export interface ApprovalRow {
  id: string
  kind: string
  content: Record<string, unknown>
  summary: string
  asked_at: Date
  asked_by: string
  requester: string
  decision: ApprovalDecision | null
  decided_at: Date | null
  decider: string | null
  reason: string | null
}

/** Those of the note itself, of its payments, and of its entries. */
export const approvalsOfStory = prepared(
  'approvals_of_story',
  (_, id: string) => sql<ApprovalRow>`
    select a.id, a.kind, a.content, a.summary, a.asked_at, a.asked_by, a.decision, a.decided_at, a.reason,
      ${nameWithAddress('p')} as requester, ${nameWithAddress('d')} as decider
    from approvals a join user_profiles p on p.id = a.asked_by left join user_profiles d on d.id = a.decided_by
    where a.holder_id = (select n.holder_id from notes n where n.id = ${id})
      and (a.subject_id = ${id} or a.content ->> 'noteId' = ${id}::text)
    order by a.asked_at desc, a.id limit 200`,
)

export interface SignerRow {
  user_id: string
  name: string
  signed_on: string | null
  signed_before: string | null
}

export const signersOfStory = prepared(
  'signers_of_story',
  (_, id: string) => sql<SignerRow>`
    select p.id as user_id, coalesce(p.full_name, p.email) as name, app.signature_day(g)::text as signed_on,
      (select v.signed_on::text from note_signatures_voided v where v.note_id = n.id and v.user_id = m.user_id
        order by v.voided_at desc limit 1) as signed_before
    from notes n
      join holder_members m on m.holder_id = n.holder_id and m.member_right <> 'viewer'
      join user_profiles p on p.id = m.user_id
      left join note_signers g on g.note_id = n.id and g.user_id = m.user_id
    where n.id = ${id} and (m.ended_at is null or g.user_id is not null) order by m.added_at, m.id`,
)

export interface PaperRow {
  id: string
  user_id: string
  filename: string
  filed_at: Date | null
}

/** Of the holder's other documents, the newest that may be filed with the note. */
export const papersShown = 200

export const papersOfStory = prepared(
  'papers_of_story',
  (_, id: string) => sql<PaperRow>`
    select d.id, d.user_id, d.filename, p.filed_at
    from notes n
      join documents d on d.owner_id = n.holder_id
      left join note_papers p on p.note_id = n.id and p.document_id = d.id
    where n.id = ${id} and (p.filed_at is not null
      or d.category not in ('Statements', 'Tax') and not d.unreleased and d.companion_of is null)
    order by p.filed_at desc nulls last, d.created_at desc, d.id limit ${papersShown}`,
)

export interface ElectionRow {
  id: string
  choice: ElectionChoice
  renew_cents: string | null
  new_term_months: number | null
  made_at: Date
  name: string
  superseded: boolean
  is_late: boolean
}

export const electionsOfStory = prepared(
  'elections_of_story',
  (_, id: string) => sql<ElectionRow>`
    select e.id, e.choice, e.renew_cents::text as renew_cents, e.new_term_months, e.made_at,
      coalesce(p.full_name, p.email) as name, e.superseded_at is not null as superseded,
      e.is_late and e.approval_id is null as is_late
    from elections e join user_profiles p on p.id = e.made_by where e.note_id = ${id} order by e.made_at desc`,
)
