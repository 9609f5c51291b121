import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { canTake, noteSteps } from '../../../rules/workflows.ts'
import type { Work } from '../../../server/access/perform.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { RequestedApproval } from '../../approvals/server/approval-kind.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { assertPastDay } from '../../ledger/server/assert-day.ts'
import { agreeFirstPaymentCommand, cancelNoteCommand } from '../note.commands.ts'
import { assertAgreedTerms, isFirstPaymentImpossible } from './note-details.ts'
import { notifyMembers } from './note-news.ts'
import { holdRequests, lockNote, type NoteRow, nameOfHolder, readNote, termsOf } from './note-row.ts'

/** A changed first payment of a signed note, as agreed with its holder. Days are 'YYYY-MM-DD'. */
export interface AgreedFirstPayment {
  /** Day the funds arrived, which makes the signed first payment impossible. */
  arrived: string
  first: string
  agreedOn: string
  /** Supporting document. */
  paper: string
}

interface FirstPaymentContent extends AgreedFirstPayment {
  note: string
  holder: string
  /** The first payment as signed. */
  before: string
}

/** @returns the signed first payment, if funds of that day make it impossible and the new one possible */
function assertReplaceable(note: NoteRow, arrived: string, first: string): string {
  const before = note.firstPaymentDate
  if (!before || !isFirstPaymentImpossible(termsOf(note, arrived))) throw new PortalError('FIRST_PAYMENT_STANDS')
  assertAgreedTerms(termsOf({ ...note, firstPaymentDate: first }, arrived))
  return before
}

async function setFirstPayment(
  { tx, actor, refuse, audit }: Work<typeof agreeFirstPaymentCommand>,
  { id, subjectId, content }: RequestedApproval<FirstPaymentContent>,
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
    terms_sha256_before: note.termsSha256?.toString('hex'),
    terms_sha256: terms_sha256?.toString('hex'),
    approval_id: id,
  })
  await notifyMembers(tx, { kind: 'note-first-payment', noteId: note.id, holderId: note.holderId, by: actor })
}

/**
 * Requests a changed first payment, agreed between the fund and the holder because the day the funds arrived makes the
 * signed one impossible. Other terms, signatures and verification are unaffected.
 */

export const requestFirstPayment = requestCommand(agreeFirstPaymentCommand, {
  async ask({ tx, refuse }, noteId, { first, paper, ...typed }): Promise<Requested<FirstPaymentContent>> {
    const arrived = assertPastDay(typed.arrived)
    const agreedOn = assertPastDay(typed.agreedOn)
    await holdRequests(tx, noteId)
    const note = await readNote(tx, noteId)
    if (!canTake(noteSteps.fund, note.state)) throw refuse('NOTE_STATE')
    const before = assertReplaceable(note, arrived, first)
    const holder = await nameOfHolder(tx, note.holderId)
    const content: FirstPaymentContent = { note: note.number, holder, before, arrived, first, agreedOn, paper }
    return {
      subjectId: note.id,
      holderId: note.holderId,
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
  contradicts: [cancelNoteCommand.name],
  apply: setFirstPayment,
  link: ({ subjectId }) => href('/profile/admin/register/notes/:id', { id: subjectId }),
})
