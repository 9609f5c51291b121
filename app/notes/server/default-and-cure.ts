import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { noteSettings } from '../../../content/notes.ts'
import { addDays, type Day, formatDay } from '../../../rules/days.ts'
import { formatCents } from '../../../rules/money.ts'
import { canTake, noteSteps } from '../../../rules/workflows.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { Concerns } from '../../approvals/server/approval-kind.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { assertPastDay } from '../../ledger/server/assert-day.ts'
import { dueBy } from '../due.ts'
import { cureDefaultCommand, declareDefaultCommand } from '../payment.commands.ts'
import { advance } from './advance.ts'
import { linesOn } from './books.ts'
import { frozenDays } from './frozen-days.ts'
import { notifyMembers } from './note-news.ts'
import { lockNote, type NoteRow, nameOfHolder, readNote } from './note-row.ts'
import { defaultDay, isDefaultOrCure } from './running-state.ts'

interface DefaultContent {
  note: string
  holder: string
  reason: string
  /** Unpaid beyond the grace period, in cents. */
  cents: string
  /** Day of the default or cure, 'YYYY-MM-DD'. Missing in requests of earlier versions. */
  day?: string
  /** The default was declared by mistake: it ends on its own day. */
  isMistake?: true
}

async function toRequest(
  tx: Transaction<Database>,
  note: NoteRow,
  summary: string,
  facts: Pick<DefaultContent, 'reason' | 'cents' | 'day' | 'isMistake'>,
  earlier: readonly NoteRow[] = [],
): Promise<Requested<DefaultContent & Concerns>> {
  const holder = await nameOfHolder(tx, note.holderId)
  const concerns = earlier.map(({ holderId }) => holderId)
  return {
    subjectId: note.id,
    holderId: note.holderId,
    content: { ...{ note: note.number, holder, ...facts }, ...(concerns.length > 0 && { concerns }) },
    summary,
  }
}

/**
 * @returns the amount unpaid beyond the grace period at the end of a day, in cents
 * @throws PortalError DEFAULT_NOT_LATE if none, DEFAULT_SMALL
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

/** @returns the note's predecessors by transfer, latest first: what was due on them is still owed */
async function transferredBefore(tx: Transaction<Database>, note: NoteRow): Promise<NoteRow[]> {
  if (!note.predecessorId) return []
  const before = await readNote(tx, note.predecessorId)
  return before.state === 'transferred' ? [before, ...(await transferredBefore(tx, before))] : []
}

/** @param notes the note in default and its predecessors */
async function assertNothingDue(tx: Transaction<Database>, notes: readonly NoteRow[], day: Day): Promise<void> {
  for (const note of notes) {
    if (dueBy(await linesOn(tx, note, day), day).length === 0) continue
    const sentence = `A payment on ${note.number}, which this note continues, is still late. Record it first.`
    throw note === notes[0] ? new PortalError('CURE_STILL_DUE') : new PortalError('CURE_STILL_DUE', { sentence })
  }
}

async function setState(tx: Transaction<Database>, id: string, state: 'defaulted' | 'current'): Promise<void> {
  await tx.updateTable('notes').set({ state }).where('id', '=', id).execute()
}

const since = (day: Day | undefined) => (day ? ` since ${formatDay(day)}` : '')

const link = ({ subjectId }: { subjectId: string }) => href('/profile/admin/register/notes/:id', { id: subjectId })

/** Requests a default as of a day, considering payments up to then. */
export const requestDefault = requestCommand(declareDefaultCommand, {
  async ask({ tx, refuse }, noteId, { reason, ...typed }): Promise<Requested<DefaultContent>> {
    const day = assertPastDay(typed.day || fundDay())
    const note = await readNote(tx, noteId)
    if (!canTake(noteSteps.default, note.state)) throw refuse('NOTE_STATE')
    const late = await lateOn(tx, note, day)
    return toRequest(tx, note, `Default on ${note.number}`, { reason, cents: String(late), day })
  },
  async apply({ tx, actor, audit }, { id, subjectId, content: { reason, day = fundDay() } }) {
    const note = await lockNote(tx, subjectId, noteSteps.default.from)
    const late = await lateOn(tx, note, day)
    await setState(tx, note.id, 'defaulted')
    const facts = { number: note.number, reason, day, late_cents: String(late), approval_id: id }
    await audit('note.defaulted', note.id, facts)
    await notifyMembers(tx, { kind: 'note-defaulted', noteId: note.id, holderId: note.holderId, by: actor })
  },
  title: 'Default on a note',
  describe: ({ note, holder, reason, cents, day }) => [
    `The fund is in default on the note ${note} of ${holder}${since(day)}: ${formatCents(BigInt(cents))} was unpaid beyond the grace period.`,
    `The reason: ${reason}`,
  ],
  contradicts: 'decisions',
  link,
})

/** @returns the day on which the note's default began, or on which the note moved to its holder in default */
async function defaultedOn(tx: Transaction<Database>, note: NoteRow): Promise<Day> {
  const { rows } = await sql<{ day: string }>`
    select ${defaultDay} as day from approvals a, notes n
    where n.id = ${note.id} and ${isDefaultOrCure} order by a.decided_at desc limit 1`.execute(tx)
  return rows[0]?.day ?? fundDay()
}

/**
 * Requests the end of a default: as of a day, when everything overdue was paid, including to prior holders; or as of its
 * own day, when it was declared by mistake.
 */
export const requestCure = requestCommand(cureDefaultCommand, {
  async ask({ tx, refuse }, noteId, { why, reason, ...typed }): Promise<Requested<DefaultContent>> {
    const note = await readNote(tx, noteId)
    if (!canTake(noteSteps.cure, note.state)) throw refuse('NOTE_STATE')
    if (why === 'mistake') {
      const facts = { reason, cents: '0', day: await defaultedOn(tx, note), isMistake: true } as const
      return toRequest(tx, note, `Reversal of the default on ${note.number}`, facts)
    }
    const day = assertPastDay(typed.day || fundDay())
    const earlier = await transferredBefore(tx, note)
    await assertNothingDue(tx, [note, ...earlier], day)
    return toRequest(tx, note, `End of the default on ${note.number}`, { reason, cents: '0', day }, earlier)
  },
  async apply({ tx, actor, refuse, audit }, { id, subjectId, content: { reason, day = fundDay(), isMistake } }) {
    const note = await lockNote(tx, subjectId, noteSteps.cure.from)
    if (!isMistake) await assertNothingDue(tx, [note, ...(await transferredBefore(tx, note))], day)
    else if (day !== (await defaultedOn(tx, note))) throw refuse('PAYMENT_CHANGED')
    await setState(tx, note.id, 'current')
    await advance(tx, { ...note, state: 'current' }, fundDay())
    const facts = { number: note.number, reason, day, ...(isMistake && { why: 'mistake' }), approval_id: id }
    await audit('note.cured', note.id, facts)
    const kind = isMistake ? 'note-default-corrected' : 'note-cured'
    await notifyMembers(tx, { kind, noteId: note.id, holderId: note.holderId, by: actor })
  },
  title: 'End of a default',
  describe: ({ note, holder, reason, day, isMistake }) => [
    isMistake
      ? `That the fund is in default on the note ${note} of ${holder}${since(day)} was declared by mistake. The default is reversed as of its own day. What is unpaid stays due.`
      : `Everything that was unpaid on the note ${note} of ${holder} has been paid. It goes on as a current note${since(day)}.`,
    `The reason: ${reason}`,
  ],
  contradicts: 'decisions',
  link,
})
