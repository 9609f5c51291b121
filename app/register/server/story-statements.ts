import { sql } from 'kysely'
import { nameWithAddress } from '../../../server/access/name-with-address.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { ApprovalDecision, HolderKind, SigningRule } from '../../holders/holders.ts'
import type { ElectionChoice } from '../../notes/note-records.ts'
import type { ReplayLine } from '../../notes/replay.ts'
import { lineColumns } from '../../notes/server/outstanding.ts'
import { isPending } from '../../notes/server/pending-payments.ts'
import { type LateTerms, lateCreditOn, termsColumns } from '../../notes/server/terms-columns.ts'
import { withholdingFacts } from '../../notes/server/withholding.ts'
import type { NoteState } from '../../notes/standing.ts'
import type { WithholdingFacts } from '../../tax/withholding.ts'

/** What a note's story is read with (note-story.ts): all of them in one exchange. Their rows are the story's. */

/** A line of the schedule, with what was paid of it. Amounts are cents, days 'YYYY-MM-DD'. */
export interface StoryLine extends ReplayLine {
  /** Part of a payment that is pending approval. */
  isRequested: boolean
}

/** Something about the note that took, or takes, two people. Times are UTC. */
export interface StoryApproval {
  id: string
  kind: string
  summary: string
  lines: readonly string[]
  requestedAt: Date
  requestedBy: string
  isOwn: boolean
  decision: ApprovalDecision | null
  decidedAt: Date | null
  decidedBy: string | null
  reason: string | null
}

/** Someone who may sign for the holder, and whether they have. */
export interface StorySigner {
  userId: string
  name: string
  /** 'YYYY-MM-DD' */
  signedOn: string | null
  /** The day of one that no longer counts: the draft was changed after it, or another one took its place. */
  signedBefore: string | null
}

/** A document of the note's holder. */
export interface StoryDocument {
  id: string
  /** Its owner. */
  userId: string
  filename: string
  /** When it was filed with the note; null if it could be. */
  filedAt: Date | null
}

export interface StoryElection {
  id: string
  choice: ElectionChoice
  renewCents: bigint | null
  newTermMonths: number | null
  madeAt: Date
  madeBy: string
  isSuperseded: boolean
  isLate: boolean
  /** When two people decided that it can't count. */
  declinedAt: Date | null
}

/** A note's stored fields. */
export interface NoteColumns {
  id: string
  number: string
  /** As it is stored, by which steps may be taken. */
  state: NoteState
  holder: { id: string; number: string; name: string; kind: HolderKind; signingRule: SigningRule }
  offering: string
  saleState: string | null
  earlyRedemption: string | null
  /** The sentences of the agreement, as they were frozen; of a draft, as they would be now. Null where none were kept. */
  clauses: string[] | null
  payee: string | null
  termsSha256: string | null
  createdAt: Date
  /** The day of the sale, of a note that is one, and the first day of the verification it relied on. */
  soldOn: string | null
  verifiedOn: string | null
  /** When its terms were locked. */
  signedAt: Date | null
  fundedAt: Date | null
  closedOn: string | null
  closeReason: string | null
  /** Since when its holder sees the wire instructions; null where they don't. */
  wireSince: Date | null
  predecessor: { id: string; number: string } | null
  successor: { id: string; number: string } | null
  /** Principal still owed, by the ledger. */
  owed: bigint
  /** What says whether its holder is subject to backup withholding. */
  withholding: WithholdingFacts
}

type NoteRow = NoteColumns & LateTerms & { graceDaysFrozen: number | null; unpaid: bigint }

const named = (note: 'p' | 's') => sql`case when ${sql.ref(`${note}.id`)} is not null
  then jsonb_build_object('id', ${sql.ref(`${note}.id`)}, 'number', ${sql.ref(`${note}.number`)}) end`

export const noteOfStory = prepared(
  'note_of_story',
  (_, id: string, today: string) => sql<NoteRow>`
    select n.id, n.number, n.state, jsonb_build_object('id', h.id, 'number', h.number, 'name', h.legal_name,
        'kind', h.kind, 'signingRule', h.signing_rule) as holder,
      n.offering, ${termsColumns}, n.sale_state as "saleState", n.early_redemption as "earlyRedemption", n.clauses,
      n.grace_days as "graceDaysFrozen", n.payee, encode(n.terms_sha256, 'hex') as "termsSha256",
      n.created_at as "createdAt", case when n.signed_at is not null then app.sold_on(n) end as "soldOn",
      (select a.valid_from from reliances r join accreditations a on a.id = r.accreditation_id
        where r.note_id = n.id) as "verifiedOn", n.signed_at as "signedAt", n.funded_at as "fundedAt",
      n.closed_on as "closedOn", n.close_reason as "closeReason", (select o.opened_at from wire_openings o
        where o.subject_id = n.id and o.closed_at is null) as "wireSince", ${named('p')} as predecessor, ${named('s')} as successor,
      b.principal_cents::numeric as owed, b.interest_cents::numeric as unpaid,
      ${lateCreditOn(today)}, ${withholdingFacts('h')} as withholding
    from notes n join holders h on h.id = n.holder_id cross join app.note_balance(n.id, ${today}::date) b
      left join notes p on p.id = n.predecessor_id
      left join notes s on s.predecessor_id = n.id and s.state <> 'cancelled'
    where n.id = ${id}`,
)

export const linesOfStory = prepared(
  'lines_of_story',
  (_, id: string) => sql<StoryLine>`
    select ${lineColumns}, ${isPending('s')} as "isRequested"
    from notes n join app.line_status s on s.note_id = n.id and s.version = n.version
    where n.id = ${id} order by s.due_date, s.n`,
)

type ApprovalRow = Omit<StoryApproval, 'lines'> & { content: Record<string, unknown> }

/** Those of the note itself, of its payments, and of its entries. */
export const approvalsOfStory = prepared(
  'approvals_of_story',
  (_, id: string, readerId: string) => sql<ApprovalRow>`
    select a.id, a.kind, a.content, a.summary, a.asked_at as "requestedAt", ${nameWithAddress('p')} as "requestedBy",
      a.asked_by = ${readerId} as "isOwn", a.decision, a.decided_at as "decidedAt", ${nameWithAddress('d')} as "decidedBy",
      a.reason
    from approvals a join user_profiles p on p.id = a.asked_by left join user_profiles d on d.id = a.decided_by
    where a.holder_id = (select n.holder_id from notes n where n.id = ${id})
      and (a.subject_id = ${id} or a.content ->> 'noteId' = ${id}::text)
    order by a.asked_at desc, a.id limit 200`,
)

export const signersOfStory = prepared(
  'signers_of_story',
  (_, id: string) => sql<StorySigner>`
    select p.id as "userId", coalesce(p.full_name, p.email) as name, app.signature_day(g) as "signedOn",
      (select v.signed_on from note_signatures_voided v where v.note_id = n.id and v.user_id = m.user_id
        order by v.voided_at desc limit 1) as "signedBefore"
    from notes n
      join holder_members m on m.holder_id = n.holder_id and m.member_right <> 'viewer'
      join user_profiles p on p.id = m.user_id
      left join note_signers g on g.note_id = n.id and g.user_id = m.user_id
    where n.id = ${id} and (m.ended_at is null or g.user_id is not null) order by m.added_at, m.id`,
)

/** Of the holder's other documents, the newest that may be filed with the note. */
export const documentsShown = 200

export const documentsOfStory = prepared(
  'papers_of_story',
  (_, id: string) => sql<StoryDocument>`
    select d.id, d.user_id as "userId", d.filename, p.filed_at as "filedAt"
    from notes n
      join documents d on d.owner_id = n.holder_id
      left join note_papers p on p.note_id = n.id and p.document_id = d.id
    where n.id = ${id} and (p.filed_at is not null
      or d.category not in ('Statements', 'Tax') and not d.unreleased and d.companion_of is null)
    order by p.filed_at desc nulls last, d.created_at desc, d.id limit ${documentsShown}`,
)

export const electionsOfStory = prepared(
  'elections_of_story',
  (_, id: string) => sql<StoryElection>`
    select e.id, e.choice, e.renew_cents::numeric as "renewCents", e.new_term_months as "newTermMonths",
      e.made_at as "madeAt", coalesce(p.full_name, p.email) as "madeBy", e.superseded_at is not null as "isSuperseded",
      e.is_late and e.approval_id is null as "isLate", app.election_declined_at(e.id) as "declinedAt"
    from elections e join user_profiles p on p.id = e.made_by where e.note_id = ${id} order by e.made_at desc`,
)
