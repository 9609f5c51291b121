import { href } from 'react-router'
import { formatDay } from '../../rules/notes/days.ts'
import { agreeFirstPaymentCommand } from '../../rules/notes/note.commands.ts'
import { canTake, noteSteps } from '../../rules/workflows.ts'
import type { Work } from '../access/perform.ts'
import type { AskedApproval } from '../approvals/approval-kind.ts'
import { type Asked, requestCommand } from '../approvals/request-command.ts'
import { assertPastDay } from '../ledger/assert-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { assertTerms, isFirstPaymentImpossible } from './note-details.ts'
import { notifyMembers } from './note-news.ts'
import { holdRequests, lockNote, type NoteRow, nameOfHolder, readNote, termsOf } from './note-row.ts'

/** Another first payment of a signed note, as its holder agreed to it. Days are 'YYYY-MM-DD'. */
export interface AgreedFirstPayment {
  /** The day the money arrived, which makes the agreed one impossible. */
  arrived: string
  first: string
  agreedOn: string
  /** The document that says so. */
  paper: string
}

interface FirstPaymentContent extends AgreedFirstPayment {
  note: string
  holder: string
  /** The first payment as it was signed. */
  before: string
}

/** @returns the first payment that was signed, which money of that day makes impossible, where the new one is possible */
function assertReplaceable(note: NoteRow, arrived: string, first: string): string {
  const before = note.first_payment_date
  if (!before || !isFirstPaymentImpossible(termsOf(note, arrived))) throw new PortalError('FIRST_PAYMENT_STANDS')
  assertTerms(termsOf({ ...note, first_payment_date: first }, arrived))
  return before
}

async function setFirstPayment(
  { tx, actor, refuse, audit }: Work<typeof agreeFirstPaymentCommand>,
  { id, subjectId, content }: AskedApproval<FirstPaymentContent>,
): Promise<void> {
  const { arrived, first, before, agreedOn, paper } = content
  const note = await lockNote(tx, subjectId, noteSteps.fund.from)
  if (assertReplaceable(note, arrived, first) !== before) throw refuse('PAYMENT_CHANGED')
  const { terms_sha256 } = await tx
    .updateTable('notes')
    .set({ first_payment_date: first })
    .where('id', '=', note.id)
    .returning('terms_sha256')
    .executeTakeFirstOrThrow()
  await audit('note.first_payment_agreed', note.id, {
    number: note.number,
    arrived,
    before,
    first,
    agreed_on: agreedOn,
    paper,
    terms_sha256_before: note.terms_sha256?.toString('hex'),
    terms_sha256: terms_sha256?.toString('hex'),
    approval_id: id,
  })
  await notifyMembers(tx, { kind: 'note-first-payment', noteId: note.id, holderId: note.holder_id, by: actor })
}

/**
 * Asks to record that the fund and a note's holder have agreed on another first payment, because the day on which the
 * money arrived makes the one that was signed impossible; a second person confirms it. Nothing else of the terms changes,
 * and signatures and verification stay.
 */

export const requestFirstPayment = requestCommand(agreeFirstPaymentCommand, {
  async ask({ tx, refuse }, noteId, { first, paper, ...typed }): Promise<Asked<FirstPaymentContent>> {
    const arrived = assertPastDay(typed.arrived)
    const agreedOn = assertPastDay(typed.agreedOn)
    await holdRequests(tx, noteId)
    const note = await readNote(tx, noteId)
    if (!canTake(noteSteps.fund, note.state)) throw refuse('NOTE_STATE')
    const before = assertReplaceable(note, arrived, first)
    const holder = await nameOfHolder(tx, note.holder_id)
    const content: FirstPaymentContent = { note: note.number, holder, before, arrived, first, agreedOn, paper }
    return {
      subjectId: note.id,
      holderId: note.holder_id,
      content,
      summary: `First payment of ${note.number} on ${formatDay(first)} instead of ${formatDay(before)}`,
    }
  },
  title: 'Another first payment',
  describe: ({ note, holder, before, arrived, first, agreedOn, paper }) => [
    `The money for the note ${note} of ${holder} arrived on ${formatDay(arrived)}, so its first payment can’t be on ${formatDay(before)}, as signed.`,
    `It is on ${formatDay(first)} instead, as the holder agreed on ${formatDay(agreedOn)}. Supporting document: ${paper}`,
    'All other terms stay as they were signed, and so do signatures and verification. The terms are hashed again.',
  ],
  contradicts: ['note.cancel'],
  apply: setFirstPayment,
  link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
})
