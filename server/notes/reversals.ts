import type { Transaction } from 'kysely'
import type { LedgerAccount } from '../../rules/ledger-accounts.ts'
import { type ReversalReason, reversalReasons } from '../../rules/note-records.ts'
import { formatDay } from '../../rules/notes/days.ts'
import { formatCents } from '../../rules/notes/money.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import type { ApprovalKinds, AskedApproval } from '../approvals/approval-kind.ts'
import { askForApproval } from '../approvals/ask-for-approval.ts'
import { toCents } from '../database/cents.ts'
import type { Database } from '../database/types.ts'
import { assertPastDay } from '../ledger/assert-day.ts'
import { fundDay } from '../ledger/fund-day.ts'
import { ledgerCodes, postEntry } from '../ledger/post-entry.ts'
import { PortalError } from '../platform/portal-error.ts'
import { tellMembers } from './note-news.ts'
import { lockNote, principalOwed, readNote } from './note-row.ts'
import { madeSchedule, scheduleBefore, undoRepayment } from './undo-repayment.ts'

interface ReversalContent {
  noteId: string
  note: string
  day: string
  why: ReversalReason
  /** Of the entry that is reversed. */
  bookedOn: string
  cents: string
  reference: string | null
  what: 'interest' | 'principal'
  /** The due day of a part repayment, from which on the schedule before it applies again. */
  restores?: string
}

const kind = 'ledger.reverse'

/**
 * Asks to reverse a payment in the books: it came back, or was recorded by mistake. A second person confirms it. An entry
 * that mirrors it is written; the entry itself stays. Where it repaid a part of the principal, the schedule before it
 * applies again, as a further version.
 * @param entryId of an entry of the kind `payment` or `principal`
 * @param reversal why, and the day on which it came back or the mistake is corrected
 * @returns the approval's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; LEDGER_NOT_REVERSIBLE, LEDGER_REVERSED,
 *   LEDGER_REVERSAL; REPAYMENT_FOLLOWED, REPAYMENT_INTEREST_DUE; NOTE_REASON, NOTE_DAY_INVALID, NOTE_DAY_AHEAD; NOBODY_TO_APPROVE, APPROVAL_OPEN
 */
export async function requestReversal(
  actor: Actor,
  entryId: string,
  reversal: { why: string; day: string },
): Promise<string> {
  const id = assertId(entryId)
  const day = assertPastDay(reversal.day)
  if (!Object.hasOwn(reversalReasons, reversal.why)) throw new PortalError('NOTE_REASON')
  return asAdministrator(actor, async tx => {
    const entry = await readEntry(tx, id)
    if (day < entry.relates_to) throw new PortalError('NOTE_DAY_INVALID')
    const note = await readNote(tx, entry.note_id)
    const restored = madeSchedule(entry) ? await scheduleBefore(tx, note, entry) : []
    const restores = restored.find(({ n }) => n === entry.line_n)?.due
    const content: ReversalContent = {
      ...{ noteId: note.id, note: note.number, day, why: reversal.why as ReversalReason },
      ...{ bookedOn: entry.relates_to, cents: String(entry.cents), reference: entry.reference },
      what: entry.kind === 'payment' ? 'interest' : 'principal',
      ...(restores && { restores }),
    }
    return askForApproval(tx, actor, {
      ...{ kind, subjectId: id, holderId: note.holder_id, content: { ...content } },
      summary: `Reverse the payment of ${formatCents(entry.cents)} on ${note.number}, made on ${formatDay(entry.relates_to)}`,
    })
  })
}

/** @throws PortalError NOT_FOUND, LEDGER_REVERSAL, LEDGER_NOT_REVERSIBLE, LEDGER_REVERSED */
async function readEntry(tx: Transaction<Database>, id: string) {
  const entry = await tx.selectFrom('ledger_entries').selectAll().where('id', '=', id).executeTakeFirst()
  if (!entry) throw new PortalError('NOT_FOUND')
  if (entry.reverses) throw new PortalError('LEDGER_REVERSAL')
  if (entry.kind !== 'payment' && entry.kind !== 'principal') throw new PortalError('LEDGER_NOT_REVERSIBLE')
  const reversed = await tx.selectFrom('ledger_entries').select('id').where('reverses', '=', id).executeTakeFirst()
  if (reversed) throw new PortalError('LEDGER_REVERSED')
  const rows = await tx.selectFrom('ledger_lines').selectAll().where('entry_id', '=', id).orderBy('n').execute()
  const lines = rows.map(line => ({
    account: line.account as LedgerAccount,
    debit: toCents(line.debit_cents),
    credit: toCents(line.credit_cents),
  }))
  return { ...entry, lines, cents: lines.reduce((sum, { debit }) => sum + debit, 0n) }
}

async function reverse(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content }: AskedApproval,
): Promise<void> {
  const { noteId, day, why } = content as unknown as ReversalContent
  const note = await lockNote(tx, noteId)
  const entry = await readEntry(tx, subjectId)
  await postEntry(tx, {
    kind: why === 'returned' ? 'payment_returned' : 'reversal',
    ...{ noteId: note.id, holderId: note.holder_id, day, approvalId: id, reverses: entry.id },
    ...(entry.reference && { reference: entry.reference }),
    ...(entry.schedule_version && entry.line_n && { line: { version: entry.schedule_version, n: entry.line_n } }),
    lines: entry.lines.map(({ account, debit, credit }) => ({ account, debit: credit, credit: debit })),
    key: `reverse:${entry.id}`,
  })
  const version = madeSchedule(entry) ? await undoRepayment(tx, note, entry) : undefined
  if (note.state === 'paid' && (await principalOwed(tx, note.id)) > 0n) {
    const hasMatured = note.maturity_date !== null && note.maturity_date <= fundDay()
    await tx
      .updateTable('notes')
      .set({ state: hasMatured ? 'matured' : 'current', closed_at: null, closed_on: null, close_reason: null })
      .where('id', '=', note.id)
      .execute()
  }
  const facts = {
    ...{ number: note.number, day, why, entry_id: entry.id, cents: String(entry.cents), approval_id: id },
    ...(version && { version }),
  }
  await audit(tx, actor, 'payment.reversed', note.id, facts)
  if (why === 'returned') {
    await tellMembers(tx, { kind: 'note-payment-returned', noteId: note.id, holderId: note.holder_id, by: actor })
  }
}

export const reversalApprovals: ApprovalKinds = {
  [kind]: {
    title: 'Reversal',
    describe: content => {
      const { note, day, why, bookedOn, cents, reference, what, restores } = content as unknown as ReversalContent
      const back =
        why === 'returned'
          ? `It came back on ${formatDay(day)}.`
          : `It was recorded by mistake; the correction is dated ${formatDay(day)}.`
      return [
        `The payment of ${formatCents(BigInt(cents))} of ${what} on the note ${note}, made on ${formatDay(bookedOn)}, is reversed.`,
        back,
        ...(restores
          ? [`From ${formatDay(restores)} on, the schedule before the repayment applies again, as a new version.`]
          : []),
        ...(reference ? [`The bank’s reference was ${reference}.`] : []),
      ]
    },
    apply: reverse,
    link: ({ holderId }) => (holderId ? `/profile/admin/holders/${holderId}` : '/profile/admin/register'),
    codes: ledgerCodes,
  },
}
