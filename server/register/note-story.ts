import type { ApprovalDecision, HolderKind, SigningRule } from '../../rules/holders.ts'
import type { ElectionChoice } from '../../rules/note-records.ts'
import { interestFromOf } from '../../rules/notes/accrual.ts'
import { type NoteOwed, owedOn } from '../../rules/notes/owed.ts'
import type { ReplayLine } from '../../rules/notes/replay.ts'
import { type Late, lateOf, type NoteState, type PaymentLeft } from '../../rules/notes/standing.ts'
import { toTerms } from '../../rules/notes/terms-row.ts'
import type { Actor } from '../access/actor.ts'
import { recordView } from '../access/audit-view.ts'
import { assertId } from '../access/ids.ts'
import { requireAdministrator } from '../access/roles.ts'
import { findKind } from '../approvals/approval-kind.ts'
import { readAs } from '../database/read-as.ts'
import { type LedgerEntry, ledgerOfNote, toLedgerEntry } from '../ledger/get-ledger.ts'
import { frozenDays } from '../notes/frozen-days.ts'
import { clausesFor } from '../notes/note-details.ts'
import type { TermsRow } from '../notes/terms-columns.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import {
  type ApprovalRow,
  approvalsOfStory,
  electionsOfStory,
  linesOfStory,
  type NoteRow,
  noteOfStory,
  papersOfStory,
  signersOfStory,
} from './story-statements.ts'

/** A line of the schedule, with what was paid of it. Amounts are cents, days 'YYYY-MM-DD'. */
export interface StoryLine extends ReplayLine {
  /** Part of a payment that waits for a second person. */
  isAsked: boolean
}

/** Something about the note that took, or takes, two people. Times are UTC. */
export interface StoryApproval {
  id: string
  kind: string
  summary: string
  lines: readonly string[]
  askedAt: Date
  askedBy: string
  isOwn: boolean
  decision: ApprovalDecision | null
  decidedAt: Date | null
  decidedBy: string | null
  reason: string | null
}

/** Somebody who may sign for the holder, and whether they have. */
export interface StorySigner {
  userId: string
  name: string
  /** 'YYYY-MM-DD' */
  signedOn: string | null
  /** The day of one that no longer counts: the draft was changed after it, or another one took its place. */
  signedBefore: string | null
}

/** A document of the note's holder. */
export interface StoryPaper {
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
}

/** Everything about a note, for the office. */
export interface NoteStory {
  id: string
  number: string
  state: NoteState
  /** What is late of it today, in cents; null where nothing is. */
  late: (Late & { cents: bigint }) | null
  holder: { id: string; number: string; name: string; kind: HolderKind; signingRule: SigningRule }
  offering: string
  terms: TermsRow
  saleState: string | null
  defaultRateBp: number | null
  earlyRedemption: string | null
  /** The sentences of the agreement, as they were frozen; of a draft, as they would be now. Null where none were kept. */
  clauses: string[] | null
  /** Days unpaid after which it can be declared in default. */
  graceDays: number
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
  predecessor: { id: string; number: string } | null
  successor: { id: string; number: string } | null
  /** Principal still owed, by the ledger. */
  owed: bigint
  /** What is owed on it today. */
  balance: NoteOwed
  lines: StoryLine[]
  entries: LedgerEntry[]
  approvals: StoryApproval[]
  signers: StorySigner[]
  papers: StoryPaper[]
  elections: StoryElection[]
}

/**
 * Opens a note, which the log says.
 * @returns it with its schedule, its entries in the ledger, and everything that took two people
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND
 */
export async function getNoteStory(actor: Actor, noteId: string): Promise<NoteStory> {
  requireAdministrator(actor)
  const id = assertId(noteId)
  const today = fundDay()
  const [[note], lines, entries, approvals, signers, papers, elections] = await readAs(
    actor,
    noteOfStory(id, today),
    linesOfStory(id),
    ledgerOfNote(id),
    approvalsOfStory(id),
    signersOfStory(id),
    papersOfStory(id),
    electionsOfStory(id),
  )
  if (!note) throw new PortalError('NOT_FOUND')
  await recordView(actor, 'note.viewed', id)
  const schedule = lines.map(({ is_stub, asked, interest, principal, paid, principal_left, credit, ...line }) => ({
    ...line,
    isStub: is_stub,
    isAsked: asked,
    interest: BigInt(interest),
    principal: BigInt(principal),
    paid: BigInt(paid),
    principalLeft: BigInt(principal_left),
    credit: BigInt(credit),
  }))
  const balance = balanceOf(note, schedule, today)
  return {
    ...toStory(note),
    balance,
    late: lateOf(schedule.map(leftOf), today, balance.lateInterest),
    lines: schedule,
    entries: entries.map(toLedgerEntry),
    approvals: approvals.map(row => toApproval(actor, row)),
    signers: signers.map(({ user_id, name, signed_on, signed_before }) => ({
      ...{ userId: user_id, name, signedOn: signed_on, signedBefore: signed_before },
    })),
    papers: papers.map(({ user_id, filed_at, ...paper }) => ({ ...paper, userId: user_id, filedAt: filed_at })),
    elections: elections.map(row => ({
      id: row.id,
      choice: row.choice,
      renewCents: row.renew_cents === null ? null : BigInt(row.renew_cents),
      newTermMonths: row.new_term_months,
      madeAt: row.made_at,
      madeBy: row.name,
      isSuperseded: row.superseded,
      isLate: row.is_late,
    })),
  }
}

function balanceOf(row: NoteRow, lines: readonly StoryLine[], today: string): NoteOwed {
  const [principal, unpaid] = [BigInt(row.owed), BigInt(row.unpaid)]
  const terms = toTerms(row, row.issue_date ?? today)
  const { default_rate_bp: defaultRateBp } = row
  const [interestFrom, lateCredit] = [interestFromOf(lines), BigInt(row.late_credit)]
  return owedOn({ terms, principal, unpaid, defaultRateBp, interestFrom, lateCredit }, today)
}

function leftOf({ pay, interest, paid, principalLeft }: StoryLine): PaymentLeft {
  return { pay, left: (paid < interest ? interest - paid : 0n) + principalLeft }
}

function toStory(row: NoteRow) {
  const noteOf = (id: string | null, number: string | null) => (id && number ? { id, number } : null)
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    holder: {
      id: row.holder_id,
      number: row.holder_number,
      name: row.holder,
      kind: row.holder_kind,
      signingRule: row.signing_rule,
    },
    offering: row.offering,
    terms: row,
    saleState: row.sale_state,
    defaultRateBp: row.default_rate_bp,
    earlyRedemption: row.early_redemption,
    clauses: row.clauses ?? (row.state === 'draft' ? clausesFor(toTerms(row, ''), row.default_rate_bp) : null),
    graceDays: frozenDays({ grace_days: row.grace_days, maturity_days: null }).grace_days,
    payee: row.payee,
    termsSha256: row.terms_sha256,
    createdAt: row.created_at,
    soldOn: row.sold_on,
    verifiedOn: row.verified_on,
    signedAt: row.signed_at,
    fundedAt: row.funded_at,
    closedOn: row.closed_on,
    closeReason: row.close_reason,
    predecessor: noteOf(row.predecessor_id, row.predecessor),
    successor: noteOf(row.successor_id, row.successor),
    owed: BigInt(row.owed),
  }
}

function toApproval(actor: Actor, row: ApprovalRow): StoryApproval {
  return {
    id: row.id,
    kind: row.kind,
    summary: row.summary,
    lines: findKind(row.kind)?.describe(row.content) ?? [],
    askedAt: row.asked_at,
    askedBy: row.requester,
    isOwn: row.asked_by === actor.id,
    decision: row.decision,
    decidedAt: row.decided_at,
    decidedBy: row.decider,
    reason: row.reason,
  }
}
