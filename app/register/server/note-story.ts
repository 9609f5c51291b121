import type { Actor } from '../../../server/access/actor.ts'
import { recordView } from '../../../server/access/audit-view.ts'
import { assertId } from '../../../server/access/ids.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { findKind } from '../../approvals/server/approval-kind.ts'
import { type LedgerEntry, ledgerOfNote, toLedgerEntry } from '../../ledger/server/get-ledger.ts'
import { interestFromOf } from '../../notes/accrual.ts'
import { type NoteOwed, owedOn } from '../../notes/owed.ts'
import { frozenDays } from '../../notes/server/frozen-days.ts'
import { clausesFor } from '../../notes/server/note-details.ts'
import { type Late, lateOf, type NoteState, stateByDay } from '../../notes/standing.ts'
import { type StoredTerms, toTerms } from '../../notes/terms-row.ts'
import {
  approvalsOfStory,
  documentsOfStory,
  electionsOfStory,
  linesOfStory,
  type NoteColumns,
  noteOfStory,
  type StoryApproval,
  type StoryDocument,
  type StoryElection,
  type StoryLine,
  type StorySigner,
  signersOfStory,
} from './story-statements.ts'

/** Everything about a note, for the office. */
export interface NoteStory extends NoteColumns {
  /** Its state by the day (`stateByDay`). */
  stateToday: NoteState
  /** The amount late today, in cents; null where nothing is. */
  late: (Late & { cents: bigint }) | null
  terms: StoredTerms
  defaultRateBp: number | null
  /** Days unpaid after which it can be declared in default. */
  graceDays: number
  /** The amount outstanding today. */
  balance: NoteOwed
  lines: StoryLine[]
  entries: LedgerEntry[]
  approvals: StoryApproval[]
  signers: StorySigner[]
  documents: StoryDocument[]
  elections: StoryElection[]
}

/**
 * Opens a note, which the log says.
 * @returns it with its schedule, its entries in the ledger, and everything that took two people
 */
export async function getNoteStory(actor: Actor, noteId: string): Promise<NoteStory> {
  requireAdministrator(actor)
  const id = assertId(noteId)
  const today = fundDay()
  const [[row], lines, entries, approvals, signers, documents, elections] = await readAs(
    actor,
    noteOfStory(id, today),
    linesOfStory(id),
    ledgerOfNote(id),
    approvalsOfStory(id, actor.id),
    signersOfStory(id),
    documentsOfStory(id),
    electionsOfStory(id),
  )
  if (!row) throw new PortalError('NOT_FOUND')
  await recordView(actor, 'note.viewed', id)
  const { graceDaysFrozen, unpaid, ...note } = row
  const { defaultRateBp, state } = note
  const interestFrom = interestFromOf(lines)
  const balance = owedOn({ ...note, terms: toTerms(note, today), principal: note.owed, unpaid, interestFrom }, today)
  return {
    ...note,
    terms: note,
    stateToday: stateByDay(state, note, today),
    clauses: note.clauses ?? (state === 'draft' ? clausesFor(note, defaultRateBp) : null),
    graceDays: frozenDays({ graceDays: graceDaysFrozen, maturityDays: null }).grace_days,
    balance,
    late: lateOf(lines.map(leftOf), today, balance.lateInterest),
    lines,
    entries: entries.map(toLedgerEntry),
    approvals: approvals.map(({ content, ...approval }) => ({
      ...approval,
      lines: findKind(approval.kind)?.describe(content) ?? [],
    })),
    signers,
    documents,
    elections,
  }
}

function leftOf({ pay, interest, paid, principalLeft }: StoryLine) {
  return { pay, left: (paid < interest ? interest - paid : 0n) + principalLeft }
}
