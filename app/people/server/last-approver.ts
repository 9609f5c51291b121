import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { disableReasonLength } from '../../../rules/limits.ts'
import { manyLines } from '../../../rules/text.ts'
import type { ConstraintCodes } from '../../../server/database/errors.ts'
import type { Database } from '../../../server/database/types.ts'
import { button, letter } from '../../../server/mail/letter.ts'
import { queueMail, siteOrigin } from '../../../server/mail/mailer.ts'
import type { Message } from '../../../server/mail/message.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'

/*
 * Removing the second-last approver leaves the fund with one, who can't get their own requests approved, nor give anyone
 * the right. So that requires a reason, which is logged and e-mailed to all approvers and the fund's office. The
 * database enforces it, too (`app.second_decider_stays`).
 */

export const lastApproverCodes: ConstraintCodes = { a_second_decider_stays: 'LAST_DECIDER' }

/** Consequences of leaving a single approver. */
export interface SaidAlone {
  /** The reason, for the log; absent if two are left. */
  details: { alone?: string }
  /** Notifies all approvers, once the change is made. */
  mail(fact: string): Promise<void>
}

/**
 * @param tx an administrator's transaction, before the person loses the rights
 * @param losing rights that end
 * @param typed reason that one approver is enough; may be empty if two are left
 * @throws PortalError LAST_DECIDER if one would be left without a reason; REASON_LONG
 */
export async function requireSecondApprover(
  tx: Transaction<Database>,
  personId: string,
  losing: readonly ('administrator' | 'approver')[],
  typed: string,
): Promise<SaidAlone> {
  const { rows } = await sql<{ alone: boolean; approvers: string[] }>`
    select app.leaves_one_decider(${personId}, ${[...losing]}::text[]) as alone, app.deciders() as approvers`.execute(
    tx,
  )
  if (!rows[0]?.alone) return { details: {}, mail: async () => {} }
  const alone = manyLines(typed)
  if (!alone) throw new PortalError('LAST_DECIDER')
  if (alone.length > disableReasonLength) throw new PortalError('REASON_LONG')
  const others = rows[0].approvers.filter(id => id !== personId)
  const mail = async (fact: string) => {
    const message = soleApproverMail(`${fact} The reason given: ${alone}`, siteOrigin())
    for (const person of others) await queueMail(tx, { ...message, person })
    await queueMail(tx, { ...message, to: fund.emails.office })
  }
  return { details: { alone }, mail }
}

/**
 * @param fact who can no longer approve, and by whom, in sentences
 * @param origin of the site
 * @returns the e-mail, without its recipient
 */
export function soleApproverMail(fact: string, origin: string): Message {
  const consequence =
    'Only one person decides now, so nothing that takes two people can be approved: no payment, no note, no new right.'
  const act = 'The person who runs the server can appoint another: npm run admin -- approver EMAIL'
  const page = origin + href('/profile/admin/access')
  const subject = `Nothing can be approved in the ${fund.shortName} portal`
  return letter({}, subject, [fact, consequence, act, button(page, 'Review access')], { preview: consequence })
}
