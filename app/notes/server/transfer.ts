import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { type Day, daysBetween, formatDay } from '../../../rules/days.ts'
import { formatCents, sumCents } from '../../../rules/money.ts'
import { canTake, noteSteps } from '../../../rules/workflows.ts'
import { isId } from '../../../server/access/ids.ts'
import type { Work } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { findReliance, relyOnAccreditation } from '../../accreditation/server/reliance.ts'
import type { RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { inTransit, notesPayable } from '../../ledger/ledger-accounts.ts'
import { assertPastDay } from '../../ledger/server/assert-day.ts'
import { ledgerCodes, movement, postEntries } from '../../ledger/server/post-entry.ts'
import {
  type ElectionChoice,
  electionChoices,
  isResale,
  type TransferReason,
  transferReasons,
} from '../note-records.ts'
import { transferNoteCommand } from '../payment.commands.ts'
import type { NoteState } from '../standing.ts'
import { advance } from './advance.ts'
import { noteCodes, takeNumbers } from './drafts.ts'
import { postDueInterest } from './due-interest.ts'
import { electionInForce } from './elections.ts'
import { frozenDays } from './frozen-days.ts'
import { notifyMembers } from './note-news.ts'
import { assertHeld, lockNote, type NoteRow, nameOfHolder, principalOwed, readNote, stateOfHolder } from './note-row.ts'
import { type LineStatus, readLines } from './outstanding.ts'
import { postMirror, readUnreversed } from './reversible.ts'
import { type NewLine, toNewLine, writeSchedule } from './write-schedule.ts'

interface TransferContent {
  note: string
  from: string
  to: string
  toHolderId: string
  reason: TransferReason
  day: string
  cents: string
  paper: string
  /** The first day of the new holder's verification, for a resale. Missing in requests of earlier versions. */
  verifiedOn?: string
  /** Reason for a resale before that day. */
  late?: string
  /** Missing in requests of earlier versions. */
  division?: Division
  /** Missing in requests of earlier versions. */
  state?: NoteState
  /** The day principal was due, for a matured note. */
  matured?: string
  /** The holder's election for maturity, which doesn't bind the new holder. */
  choice?: ElectionChoice
}

/** Division of interest. Amounts are cents as text, days 'YYYY-MM-DD'. */
interface Division {
  /** Due after the transfer but retained by the old holder, since it was at least partly paid. */
  stay: { n: number; due: string; cents: string; isPaid: boolean }[]
  /** Owed to the old holder. */
  unpaid: string
  /** What the new holder gets, with the days of its first and last payment; null if everything was paid to the old holder. */
  go: { payments: number; cents: string; first: string; last: string } | null
}

/** A resale between holders, on the day of the transfer. */
function resaleOf(holderId: string, principalCents: bigint, day: Day) {
  return { holderId, principalCents, day, isResale: true }
}

/** @throws PortalError TRANSFER_BUYER where the new holder isn't verified, or hasn't signed the buyer's documents */
async function forBuyer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PortalError && error.code === 'NOT_ACCREDITED') throw new PortalError('TRANSFER_BUYER')
    throw error
  }
}

/** @param holder number or id */
async function findHolderId(tx: Transaction<Database>, holder: string): Promise<string> {
  const found = await tx
    .selectFrom('holders')
    .select('id')
    .where(isId(holder) ? 'id' : 'number', '=', holder.toUpperCase())
    .executeTakeFirst()
  if (!found) throw new PortalError('HOLDER_GONE')
  return found.id
}

async function assertTransferable(
  tx: Transaction<Database>,
  note: NoteRow,
  toHolderId: string,
  day: Day,
): Promise<void> {
  if (!canTake(noteSteps.transfer, note.state)) throw new PortalError('NOTE_STATE')
  if (toHolderId === note.holderId) throw new PortalError('TRANSFER_SAME')
  await assertHeld(tx, note, day)
}

/**
 * Divides a schedule between two holders. The old holder retains interest due by the day of the transfer, interest at
 * least partly paid, late interest earned until principal was paid, and repaid principal. Unpaid principal moves.
 * @param lines of the schedule in force
 * @param day of the transfer
 * @returns the scheduled payments of the old and of the new holder, and the same for the approval
 */
function divide(
  { maturityDate }: NoteRow,
  lines: readonly LineStatus[],
  day: Day,
): { kept: NewLine[]; moved: NewLine[]; division: Division } {
  const isKept = ({ start, due, paid }: LineStatus) =>
    due <= day || paid > 0n || (maturityDate !== null && start >= maturityDate)
  // Paid late interest moves with its principal.
  const credit = sumCents(lines.map(line => line.credit))
  const credited = credit > 0n ? lines.find(line => line.credit > 0n) : undefined
  const parts = lines.map(line => {
    const stays = isKept(line)
    const repaid = line.principal - line.principalLeft
    return {
      line,
      kept: { ...toNewLine(line), interestCents: stays ? line.interest : 0n, principalCents: repaid },
      moved: {
        ...toNewLine(line),
        interestCents: stays ? 0n : line.interest,
        principalCents: line.principalLeft,
        creditCents: line === credited ? credit : 0n,
      },
    }
  })
  const isSomething = ({ interestCents, principalCents, creditCents }: NewLine) =>
    interestCents > 0n || principalCents > 0n || (creditCents ?? 0n) !== 0n
  const stayed = parts.filter(({ kept }) => kept.interestCents > 0n).map(({ line }) => line)
  const moved = parts.map(part => part.moved).filter(isSomething)
  const interest = moved.filter(({ interestCents }) => interestCents > 0n)
  const [first, last] = [interest[0], interest.at(-1)]
  return {
    kept: parts.map(({ kept }) => kept).filter(isSomething),
    moved,
    division: {
      stay: stayed
        .filter(({ due }) => due > day)
        .map(({ n, due, interest, paid }) => ({ n, due, cents: String(interest), isPaid: paid >= interest })),
      unpaid: String(sumCents(stayed.map(({ interest, paid }) => interest - paid))),
      go:
        first && last
          ? {
              payments: interest.length,
              cents: String(sumCents(interest.map(({ interestCents }) => interestCents))),
              first: first.due,
              last: last.due,
            }
          : null,
    },
  }
}

async function transfer(
  { tx, actor, refuse, audit }: Work<typeof transferNoteCommand>,
  { id, subjectId, content }: RequestedApproval<TransferContent>,
): Promise<void> {
  const { toHolderId, reason, day, cents, paper } = content
  const note = await lockNote(tx, subjectId, noteSteps.transfer.from)
  await assertTransferable(tx, note, toHolderId, day)
  const { kept, moved, division } = divide(note, await readLines(tx, note), day)
  const owed = await principalOwed(tx, note.id)
  const isSameState = content.state === undefined || content.state === note.state
  if (owed !== BigInt(cents) || inWords(division) !== inWords(content.division) || !isSameState)
    throw refuse('PAYMENT_CHANGED')
  const today = fundDay()
  const [number = ''] = await takeNumbers(tx, Number(today.slice(0, 4)), 1)
  const successorId = randomUUID()
  await tx
    .insertInto('notes')
    .values({
      id: successorId,
      number,
      holder_id: toHolderId,
      ...continuedColumns(note, owed),
      sale_state: note.saleState ?? (await stateOfHolder(tx, toHolderId)),
    })
    .execute()
  const successor = await lockNote(tx, successorId)
  if (isResale(reason)) {
    const resale = resaleOf(toHolderId, owed, day)
    const { verifiedOn } = await forBuyer(() => findReliance(tx, resale))
    if (content.verifiedOn && verifiedOn !== content.verifiedOn) throw refuse('PAYMENT_CHANGED')
    await forBuyer(() => relyOnAccreditation(tx, actor, { noteId: successor.id, ...resale }, content.late))
  }
  const version = note.version + 1
  await writeSchedule(tx, successor, 1, moved)
  await writeSchedule(tx, note, version, kept)
  const common = { kind: 'transfer', day, reference: paper, approvalId: id } as const
  await postEntries(tx, [
    {
      ...common,
      noteId: note.id,
      holderId: note.holderId,
      alsoOf: toHolderId,
      key: `transfer:${id}:out`,
      lines: movement(notesPayable, inTransit, owed),
    },
    {
      ...common,
      noteId: successor.id,
      holderId: toHolderId,
      alsoOf: note.holderId,
      key: `transfer:${id}:in`,
      lines: movement(inTransit, notesPayable, owed),
    },
  ])
  await undoDue(tx, note, moved, id)
  await tx
    .updateTable('notes')
    .set({ state: 'transferred', version })
    .set({ closed_at: sql<Date>`now()`, closed_on: day, close_reason: transferReasons[reason] })
    .where('id', '=', note.id)
    .execute()
  // Prepaid interest falls due with the old holder, too.
  await postDueInterest(tx, { ...note, version }, today)
  await advance(tx, successor, today)
  await postDueInterest(tx, successor, today)
  const facts = {
    number: note.number,
    to_holder_id: toHolderId,
    successor: number,
    reason,
    day,
    paper,
    approval_id: id,
  }
  await audit('note.transferred', note.id, facts)
  await notifyMembers(tx, { kind: 'note-transferred-away', noteId: note.id, holderId: note.holderId, by: actor })
  await notifyMembers(tx, { kind: 'note-transferred-to', noteId: successor.id, holderId: toHolderId, by: actor })
}

/** Moves interest due after the transfer to the new holder: undoes its posting with the old one. */
async function undoDue(
  tx: Transaction<Database>,
  note: NoteRow,
  moved: readonly NewLine[],
  approvalId: string,
): Promise<void> {
  const gone = new Set(moved.filter(({ interestCents }) => interestCents > 0n).map(({ n }) => n))
  for (const entry of await readUnreversed(tx, note.id))
    if (entry.kind === 'interest_due' && gone.has(entry.lineN ?? 0))
      await postMirror(tx, entry, { kind: 'restated', day: entry.relatesTo, approvalId })
}

/** @returns a division as comparable text */
function inWords(division: Division | undefined): string {
  if (!division) return ''
  const { stay, unpaid, go } = division
  const parts = stay.map(({ n, cents, isPaid }) => `${n} ${cents} ${isPaid}`)
  return [...parts, unpaid, go ? `${go.payments} ${go.cents} ${go.first} ${go.last}` : ''].join()
}

/** @returns sentences about who gets which payments */
function divisionInWords({ from, to, day, division }: TransferContent): string[] {
  if (!division) return []
  const { stay, unpaid, go } = division
  const money = (cents: string) => formatCents(BigInt(cents))
  return [
    `What fell due until ${formatDay(day)} stays with ${from}.`,
    ...stay.map(
      ({ due, cents, isPaid }) =>
        `The interest due on ${formatDay(due)}, ${money(cents)}, stays, too${isPaid ? ': it was paid' : ', with what is unpaid of it'}.`,
    ),
    ...(BigInt(unpaid) > 0n ? [`${money(unpaid)} of what stays is unpaid, and remains due to it.`] : []),
    go
      ? `${to} gets the ${go.payments === 1 ? `payment of interest on ${formatDay(go.first)}, ${money(go.cents)}` : `${go.payments} payments of interest from ${formatDay(go.first)} to ${formatDay(go.last)}, ${money(go.cents)} in all`}, and the principal. No payment is divided by days.`
      : `${to} gets the principal; no other interest of its schedule is to come.`,
  ]
}

/** @returns sentences about a matured or defaulted note, and its election */
function stateInWords({ to, state, matured, choice }: TransferContent): string[] {
  return [
    ...(matured
      ? [
          `The principal was due on ${formatDay(matured)} and is unpaid. ${to} gets it, with the interest that it has earned since its payment date and earns until it is paid.`,
        ]
      : []),
    ...(state === 'defaulted' ? [`The note is in default, and stays so for ${to}.`] : []),
    ...(choice && choice !== 'withdraw'
      ? [
          `Its holder has chosen: ${electionChoices[choice].toLowerCase()}. That choice doesn’t bind ${to}: without another one, the note is paid out.`,
        ]
      : []),
  ]
}

/** Columns that a successor inherits. */
function continuedColumns(note: NoteRow, owed: bigint) {
  return {
    offering: note.offering,
    principal_cents: owed,
    rate_bp: note.rateBp,
    term_months: note.termMonths,
    payout: note.payout,
    day_count: note.dayCount,
    convention: note.convention,
    issue_date: note.issueDate,
    first_payment_date: note.firstPaymentDate,
    maturity_date: note.maturityDate,
    default_rate_bp: note.defaultRateBp,
    early_redemption: note.earlyRedemption,
    clauses: note.clauses,
    ...frozenDays(note),
    predecessor_id: note.id,
    state: note.state,
    signed_at: note.signedAt,
    funded_at: sql<Date>`now()`,
    version: 1,
  }
}

/**
 * Requests a transfer to another registered holder. The note is closed, and a new one with the same terms continues it
 * in the same state. The old holder retains what was due by that day and what it was paid since, however late the
 * transfer is recorded. The new holder gets what is due later, with all unpaid principal and its late interest.
 */

export const requestTransfer = requestCommand(transferNoteCommand, {
  async ask({ tx, refuse }, noteId, { holder, reason, paper, late, ...typed }): Promise<Requested<TransferContent>> {
    const day = assertPastDay(typed.day)
    const toHolderId = await findHolderId(tx, holder)
    const note = await readNote(tx, noteId)
    await assertTransferable(tx, note, toHolderId, day)
    const principalCents = await principalOwed(tx, note.id)
    if (principalCents === 0n) throw refuse('TRANSFER_NOTHING')
    const bought = isResale(reason)
      ? await forBuyer(() => findReliance(tx, resaleOf(toHolderId, principalCents, day)))
      : undefined
    if (bought?.isLate && !late) throw refuse('TRANSFER_VERIFIED_LATE')
    const { division } = divide(note, await readLines(tx, note), day)
    const election = await electionInForce(tx, note.id)
    const content: TransferContent = {
      note: note.number,
      from: await nameOfHolder(tx, note.holderId),
      to: await nameOfHolder(tx, toHolderId),
      toHolderId,
      reason,
      day,
      cents: String(principalCents),
      paper,
      ...(bought && { verifiedOn: bought.verifiedOn }),
      ...(bought?.isLate && { late }),
      division,
      state: note.state,
      ...(note.maturityDate && note.maturityDate <= fundDay() && { matured: note.maturityDate }),
      ...(election && { choice: election.choice }),
    }
    return {
      subjectId: note.id,
      holderId: note.holderId,
      content,
      summary: `Transfer of ${note.number} from ${content.from} to ${content.to}`,
    }
  },
  title: 'Transfer of a note',
  describe: content => {
    const { note, from, to, reason, day, cents, paper, verifiedOn, late } = content
    return [
      `The note ${note}, ${formatCents(BigInt(cents))}, moves from ${from} to ${to} as of ${formatDay(day)}.`,
      `The reason: ${transferReasons[reason].toLowerCase()}. Supporting document: ${paper}`,
      ...(isResale(reason)
        ? [
            `${to} is verified as accredited${verifiedOn ? ` from ${formatDay(verifiedOn)} on` : ''}, and has signed that the note is for its own account and not for resale.`,
          ]
        : []),
      ...(late && verifiedOn
        ? [`That is ${daysBetween(day, verifiedOn)} days after the note moved. The reason given: ${late}`]
        : []),
      ...divisionInWords(content),
      ...stateInWords(content),
    ]
  },
  contradicts: 'decisions',
  apply: transfer,
  link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
  codes: { ...ledgerCodes, ...noteCodes },
})
