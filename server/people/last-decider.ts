import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../content/fund.ts'
import { disableReasonLength } from '../../rules/limits.ts'
import { manyLines } from '../../rules/text.ts'
import type { ConstraintCodes } from '../database/errors.ts'
import type { Database } from '../database/types.ts'
import { button, letter } from '../mail/letter.ts'
import { queueMail, siteOrigin } from '../mail/mailer.ts'
import type { Message } from '../mail/message.ts'
import { PortalError } from '../platform/portal-error.ts'

/*
 * Anyone who removes the last other person who decides leaves the fund with one, who can approve nothing of their own and give
 * nobody the right to. So that is refused, unless it is said why; then the log has it, and everyone who decides and the fund's
 * office are told. The database holds it, too (`app.second_decider_stays`).
 */

export const lastDeciderCodes: ConstraintCodes = { a_second_decider_stays: 'LAST_DECIDER' }

/** What is said where one person is left to decide. */
export interface SaidAlone {
  /** Why, for the log; nothing where two are left. */
  details: { alone?: string }
  /** Tells everyone who decides, once the change is made. */
  mail(fact: string): Promise<void>
}

/**
 * @param tx an administrator's transaction, before the person loses the rights
 * @param losing those that end
 * @param typed why one person is enough, as typed; may be empty where two are left
 * @throws PortalError LAST_DECIDER where one would be left and nothing is typed; REASON_LONG
 */
export async function requireSecondDecider(
  tx: Transaction<Database>,
  personId: string,
  losing: readonly ('administrator' | 'approver')[],
  typed: string,
): Promise<SaidAlone> {
  const { rows } = await sql<{ alone: boolean; deciders: string[] }>`
    select app.leaves_one_decider(${personId}, ${[...losing]}::text[]) as alone, app.deciders() as deciders`.execute(tx)
  if (!rows[0]?.alone) return { details: {}, mail: async () => {} }
  const alone = manyLines(typed)
  if (!alone) throw new PortalError('LAST_DECIDER')
  if (alone.length > disableReasonLength) throw new PortalError('REASON_LONG')
  const others = rows[0].deciders.filter(id => id !== personId)
  const mail = async (fact: string) => {
    const message = loneDeciderMail(`${fact} The reason given: ${alone}`, siteOrigin())
    for (const person of others) await queueMail(tx, { ...message, person })
    await queueMail(tx, { ...message, to: fund.emails.office })
  }
  return { details: { alone }, mail }
}

/**
 * @param fact who no longer decides, and by whom, in sentences
 * @param origin of the site
 * @returns the mail, without its recipient
 */
export function loneDeciderMail(fact: string, origin: string): Message {
  const consequence =
    'Only one person decides now, so nothing that takes two people can be approved: no payment, no note, no new right.'
  const act = 'The person who runs the server can appoint another: npm run admin -- approver EMAIL'
  const page = origin + href('/profile/admin/access')
  const subject = `Nothing can be approved in the ${fund.shortName} portal`
  return letter({}, subject, [fact, consequence, act, button(page, 'Review access')], { preview: consequence })
}
