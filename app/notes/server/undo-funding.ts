import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { formatCents, sumCents } from '../../../rules/money.ts'
import { canTake, noteSteps } from '../../../rules/workflows.ts'
import type { Work } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { ledgerCodes } from '../../ledger/server/post-entry.ts'
import { reverseFundingCommand } from '../note.commands.ts'
import { type MoneyPart, partsInWords } from '../parts-in-words.ts'
import { notifyMembers } from './note-news.ts'
import { lockNote, type NoteRow, nameOfHolder, readNote } from './note-row.ts'
import { type BookedEntry, partsOf, postMirror, readUnreversed } from './reversible.ts'

interface UndoneFunding {
  note: string
  holder: string
  /** The recorded day of arrival. */
  day: string
  cents: string
  /** Interest that has fallen due since, when requested. */
  dueCents: string
  /** That interest, by due date; missing in requests of earlier versions. */
  parts?: MoneyPart[]
  reason: string
}

/** @returns the entry of a note's funds, and those that posted interest since; its books may have no others */
async function readFunding(
  tx: Transaction<Database>,
  note: NoteRow,
): Promise<{ funds: BookedEntry; due: BookedEntry[] }> {
  const entries = await readUnreversed(tx, note.id)
  if (entries.some(({ kind }) => kind === 'payment' || kind === 'principal')) throw new PortalError('FUNDING_PAID_ON')
  const funds = entries.find(({ kind }) => kind === 'funds')
  if (!funds) throw new PortalError('FUNDING_CONTINUES')
  return { funds, due: entries.filter(({ kind }) => kind === 'interest_due') }
}

async function undoFunding(
  { tx, actor, audit }: Work<typeof reverseFundingCommand>,
  { id, subjectId, content }: RequestedApproval<UndoneFunding>,
): Promise<void> {
  const note = await lockNote(tx, subjectId, noteSteps.unfund.from)
  const { funds, due } = await readFunding(tx, note)
  // As if the funds had never arrived: each entry is reversed on its own day.
  for (const entry of [...due, funds])
    await postMirror(tx, entry, { kind: 'reversal', day: entry.relatesTo, approvalId: id })
  // The election for a maturity that no longer applies.
  await tx
    .updateTable('elections')
    .set({ superseded_at: sql<Date>`now()` })
    .where('note_id', '=', note.id)
    .where('superseded_at', 'is', null)
    .execute()
  await tx
    .updateTable('notes')
    .set({ state: 'signed', version: 0, next_due_on: null, maturity_date: null, funded_at: null })
    .set({ issue_date: await plannedDay(tx, funds) })
    .where('id', '=', note.id)
    .execute()
  await audit('note.funding_reversed', note.id, {
    number: note.number,
    day: funds.relatesTo,
    cents: String(funds.cents),
    reason: content.reason,
    entries: due.length + 1,
    approval_id: id,
  })
  await notifyMembers(tx, { kind: 'note-funding-reversed', noteId: note.id, holderId: note.holderId, by: actor })
}

/** @returns the issue date planned before the funding replaced it */
async function plannedDay(tx: Transaction<Database>, funds: BookedEntry): Promise<string | null> {
  const { rows } = await sql<{ planned: string | null }>`
    select content ->> 'planned' as planned from approvals where id = ${funds.approvalId}`.execute(tx)
  return rows[0]?.planned ?? null
}

/**
 * Requests to undo a recorded funding, such as one with a wrong day. Each entry is mirrored on its own day; the note
 * awaits its funds again, with its terms and signatures.
 */

export const requestFundingReversal = requestCommand(reverseFundingCommand, {
  async ask({ tx, refuse }, noteId, { reason }): Promise<Requested<UndoneFunding>> {
    const note = await readNote(tx, noteId)
    if (!canTake(noteSteps.unfund, note.state)) throw refuse('NOTE_STATE')
    const { funds, due } = await readFunding(tx, note)
    const content: UndoneFunding = {
      note: note.number,
      holder: await nameOfHolder(tx, note.holderId),
      day: funds.relatesTo,
      cents: String(funds.cents),
      dueCents: String(sumCents(due.map(({ cents }) => cents))),
      parts: await partsOf(tx, due),
      reason,
    }
    return {
      subjectId: note.id,
      holderId: note.holderId,
      content,
      summary: `Reverse the funds of ${note.number}, ${formatCents(funds.cents)}, recorded for ${formatDay(funds.relatesTo)}`,
    }
  },
  title: 'Reversal of a note’s funds',
  describe: ({ note, holder, day, cents, dueCents, reason, parts = [] }) => [
    `The funds of ${formatCents(BigInt(cents))} for the note ${note} of ${holder}, recorded for ${formatDay(day)}, are reversed.`,
    `The reason: ${reason}`,
    ...(BigInt(dueCents) > 0n
      ? [
          `Interest of ${formatCents(BigInt(dueCents))} that fell due since, and any that falls due until then, is reversed, too.`,
          ...partsInWords(parts),
        ]
      : []),
    'Nothing was paid on it. The note is awaiting funds again: its terms, signatures and verification stay.',
  ],
  // Any other pending approval about the note would be based on a void state.
  contradicts: 'everything',
  apply: undoFunding,
  link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
  codes: ledgerCodes,
})
