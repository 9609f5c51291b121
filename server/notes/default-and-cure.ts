import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { noteSettings } from '../../content/notes.ts'
import { addDays, type Day, formatDay } from '../../rules/notes/days.ts'
import { dueBy } from '../../rules/notes/due.ts'
import { formatCents } from '../../rules/notes/money.ts'
import { canTake, noteSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { asAdministrator } from '../access/roles.ts'
import type { ApprovalKinds, AskedApproval, Concerns } from '../approvals/approval-kind.ts'
import { askForApproval } from '../approvals/ask-for-approval.ts'
import type { Database } from '../database/types.ts'
import { assertPastDay } from '../ledger/assert-day.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { advance } from './advance.ts'
import { linesOn } from './books.ts'
import { decisionsOnNotes } from './decisions.ts'
import { frozenDays } from './frozen-days.ts'
import { notifyMembers } from './note-news.ts'
import { lockNote, type NoteRow, nameOfHolder, readNote } from './note-row.ts'
import { assertReason } from './validate.ts'

interface DefaultContent {
  note: string
  holder: string
  reason: string
  /** Unpaid beyond the grace period, in cents. */
  cents: string
  /** Of the default, or of its end: 'YYYY-MM-DD'. None in what was requested before it was asked for. */
  day?: string
}

/**
 * Asks to declare that the fund has been in default on a note since a day; a second person confirms it.
 * @param day 'YYYY-MM-DD'; what had been paid by then counts
 * @returns the approval's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; NOTE_STATE unless the note is current or
 *   matured; DEFAULT_NOT_LATE where nothing is unpaid beyond the grace period, DEFAULT_SMALL where too little is; NOTE_REASON, NOTE_DAY_INVALID,
 *   NOTE_DAY_AHEAD; NOBODY_TO_APPROVE, APPROVAL_OPEN, APPROVAL_CONTRADICTED
 */
export async function requestDefault(
  actor: Actor,
  noteId: string,
  reason: string,
  day: string = fundDay(),
): Promise<string> {
  const why = assertReason(reason)
  const since = assertPastDay(day)
  return asAdministrator(actor, async tx => {
    const note = await readNote(tx, noteId)
    if (!canTake(noteSteps.default, note.state)) throw new PortalError('NOTE_STATE')
    const late = await lateOn(tx, note, since)
    return ask(tx, actor, note, 'note.default', { reason: why, cents: String(late), day: since })
  })
}

/**
 * Asks to end a default on a day: everything that was unpaid had been paid, also to holders before, and the note goes on.
 * @param day 'YYYY-MM-DD'
 * @returns the approval's id
 * @throws PortalError as `requestDefault`; NOTE_STATE unless the note is in default; CURE_STILL_DUE
 */
export async function requestCure(
  actor: Actor,
  noteId: string,
  reason: string,
  day: string = fundDay(),
): Promise<string> {
  const why = assertReason(reason)
  const since = assertPastDay(day)
  return asAdministrator(actor, async tx => {
    const note = await readNote(tx, noteId)
    if (!canTake(noteSteps.cure, note.state)) throw new PortalError('NOTE_STATE')
    const earlier = await transferredBefore(tx, note)
    await assertNothingDue(tx, [note, ...earlier], since)
    return ask(tx, actor, note, 'note.cure', { reason: why, cents: '0', day: since }, earlier)
  })
}

async function ask(
  tx: Transaction<Database>,
  actor: Actor,
  note: NoteRow,
  kind: 'note.default' | 'note.cure',
  facts: Pick<DefaultContent, 'reason' | 'cents' | 'day'>,
  earlier: readonly NoteRow[] = [],
): Promise<string> {
  const holder = await nameOfHolder(tx, note.holder_id)
  const concerns = earlier.map(({ holder_id }) => holder_id)
  const content: DefaultContent & Concerns = {
    ...{ note: note.number, holder, ...facts },
    ...(concerns.length > 0 && { concerns }),
  }
  const summary = kind === 'note.default' ? `Default on ${note.number}` : `End of the default on ${note.number}`
  const request = { kind, subjectId: note.id, holderId: note.holder_id, content, summary }
  return askForApproval(tx, actor, request)
}

/**
 * @returns what was unpaid beyond the grace period at the end of a day, in cents
 * @throws PortalError DEFAULT_NOT_LATE for nothing, DEFAULT_SMALL
 */
async function lateOn(tx: Transaction<Database>, note: NoteRow, day: Day): Promise<bigint> {
  const late = dueBy(await linesOn(tx, note, day), addDays(day, -frozenDays(note).grace_days - 1))
  if (late.length === 0) throw new PortalError('DEFAULT_NOT_LATE')
  const cents = late.reduce((sum, { cents }) => sum + cents, 0n)
  const least = BigInt(noteSettings.leastDefault) * 100n
  if (cents < least) {
    const sentence = `${formatCents(cents)} is late, and the fund declares no default for less than ${formatCents(least)}. Pay it instead.`
    throw new PortalError('DEFAULT_SMALL', { sentence })
  }
  return cents
}

/** @returns the notes that this one continues for another holder, the last one first: what was due of them is still owed */
async function transferredBefore(tx: Transaction<Database>, note: NoteRow): Promise<NoteRow[]> {
  if (!note.predecessor_id) return []
  const before = await readNote(tx, note.predecessor_id)
  return before.state === 'transferred' ? [before, ...(await transferredBefore(tx, before))] : []
}

/** @param notes the one in default, and those that it continues */
async function assertNothingDue(tx: Transaction<Database>, notes: readonly NoteRow[], day: Day): Promise<void> {
  for (const note of notes) {
    if (dueBy(await linesOn(tx, note, day), day).length === 0) continue
    const sentence = `A payment on ${note.number}, which this note continues, is still late. Record it first.`
    throw note === notes[0] ? new PortalError('CURE_STILL_DUE') : new PortalError('CURE_STILL_DUE', { sentence })
  }
}

async function declareDefault(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content }: AskedApproval<DefaultContent>,
) {
  const { reason, day = fundDay() } = content
  const note = await lockNote(tx, subjectId, noteSteps.default.from)
  const late = await lateOn(tx, note, day)
  await setState(tx, note.id, 'defaulted')
  const facts = { number: note.number, reason, day, late_cents: String(late), approval_id: id }
  await audit(tx, actor, 'note.defaulted', note.id, facts)
  await notifyMembers(tx, { kind: 'note-defaulted', noteId: note.id, holderId: note.holder_id, by: actor })
}

async function cure(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content }: AskedApproval<DefaultContent>,
): Promise<void> {
  const { reason, day = fundDay() } = content
  const note = await lockNote(tx, subjectId, noteSteps.cure.from)
  await assertNothingDue(tx, [note, ...(await transferredBefore(tx, note))], day)
  await setState(tx, note.id, 'current')
  await advance(tx, { ...note, state: 'current' }, fundDay())
  await audit(tx, actor, 'note.cured', note.id, { number: note.number, reason, day, approval_id: id })
  await notifyMembers(tx, { kind: 'note-cured', noteId: note.id, holderId: note.holder_id, by: actor })
}

async function setState(tx: Transaction<Database>, id: string, state: 'defaulted' | 'current'): Promise<void> {
  await tx.updateTable('notes').set({ state }).where('id', '=', id).execute()
}

const since = (day: Day | undefined) => (day ? ` since ${formatDay(day)}` : '')

const link = ({ subjectId }: { subjectId: string }) => href('/profile/admin/register/notes/:id', { id: subjectId })

export const defaultApprovals: ApprovalKinds<DefaultContent> = {
  'note.default': {
    title: 'Default on a note',
    describe: ({ note, holder, reason, cents, day }) => [
      `The fund is in default on the note ${note} of ${holder}${since(day)}: ${formatCents(BigInt(cents))} was unpaid beyond the grace period.`,
      `The reason: ${reason}`,
    ],
    contradicts: decisionsOnNotes,
    apply: declareDefault,
    link,
  },
  'note.cure': {
    title: 'End of a default',
    describe: ({ note, holder, reason, day }) => [
      `Everything that was unpaid on the note ${note} of ${holder} has been paid. It goes on as a current note${since(day)}.`,
      `The reason: ${reason}`,
    ],
    contradicts: decisionsOnNotes,
    apply: cure,
    link,
  },
}
