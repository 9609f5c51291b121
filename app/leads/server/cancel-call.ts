import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { queueMail, siteOrigin } from '../../../server/mail/mailer.ts'
import { requireProofToReach } from '../../identity/server/reach-proof.ts'
import { closeCallConversation } from '../../messages/server/answer-visitor.ts'
import { cancelCallCommand } from '../call.commands.ts'
import { assertChangeable, lockCalendar } from './call-calendar.ts'
import { callMailToFund, cancellationToVisitor } from './call-mail.ts'

/**
 * Cancels a visitor's call for the fund: its time is free again, and both sides get an e-mail that also cancels the
 * invitation. The call's conversation is done, and shows what was written. If the visitor changes the call at the same moment, one of the two goes first, and the other sees the
 * result.
 */
export const cancelCallForAdmin = perform(
  cancelCallCommand,
  async ({ tx, actor, refuse, audit }, id, { reason: words }) => {
    const known = assertId(id)
    const read = () =>
      tx
        .selectFrom('call_requests')
        .select(['id', 'calendar', 'kind', 'name', 'email', 'phone', 'message', 'time_zone'])
        .select(['starts_at', 'ends_at', 'sequence', 'cancelled_at'])
        .where('id', '=', known)
        .executeTakeFirst()
    const seen = await read()
    if (!seen) throw refuse('NOT_FOUND')
    await requireProofToReach(actor, { owners: [known], texts: [words] })
    await lockCalendar(tx, seen.calendar)
    const call = assertChangeable((await read()) ?? seen)
    const cancelled = { ...call, cancelled_at: new Date(), sequence: call.sequence + 1 }
    await tx
      .updateTable('call_requests')
      .set({ cancelled_at: cancelled.cancelled_at, sequence: cancelled.sequence })
      .where('id', '=', known)
      .execute()
    await closeCallConversation(tx, actor, known, words)
    await audit('call.cancelled', known, { starts_at: call.starts_at, note: words || null })
    await queueMail(tx, cancellationToVisitor(cancelled, words, `${siteOrigin()}/contact`))
    await queueMail(tx, callMailToFund(cancelled, 'cancelled', actor.fullName || actor.email))
  },
)
