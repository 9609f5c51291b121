import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import type { Database } from '../../../server/database/types.ts'
import { mailTime } from '../../../server/mail/layout.ts'
import { button, letter } from '../../../server/mail/letter.ts'
import { queueMail, siteOrigin } from '../../../server/mail/mailer.ts'
import type { Message } from '../../../server/mail/message.ts'

/**
 * Notifies every other administrator and approver that the identity of one of them was re-issued, or may be: another person may now act
 * in their name. Queues nothing for a person who has no such right.
 * @param tx a transaction of the person, or of the office
 * @param personId whom it concerns
 * @param fact what happened, in a sentence with the person's address
 */
export async function mailReissue(tx: Transaction<Database>, personId: string, fact: string): Promise<void> {
  const { rows } = await sql<{ approvers: string[]; decides_from: Date | null }>`
    select deciders as approvers, decides_from from app.reissue_of(${personId})`.execute(tx)
  for (const { approvers, decides_from } of rows)
    for (const person of approvers)
      await queueMail(tx, { ...reissueMail(fact, decides_from, personId, siteOrigin()), person })
}

/**
 * @param fact as for `mailReissue`
 * @param from when the person can approve again; null where they don't wait
 * @param origin of the site
 * @returns the mail, without its recipient
 */
export function reissueMail(fact: string, from: Date | null, personId: string, origin: string): Message {
  const wait = from ? `They can’t approve anything until ${mailTime(from)}.` : ''
  const alarm = `Call them at a number you already know. If it wasn’t them, close their access at once, or call ${fund.phone}.`
  const page = origin + href('/profile/admin/people/:id', { id: personId })
  const subject = `A colleague’s sign-in to the ${fund.shortName} portal changed`
  return letter({}, subject, [fact, wait, alarm, button(page, 'Open their page')])
}
