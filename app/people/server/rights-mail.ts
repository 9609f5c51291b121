import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import type { Database } from '../../../server/database/types.ts'
import { button, letter } from '../../../server/mail/letter.ts'
import { queueMail, siteOrigin } from '../../../server/mail/mailer.ts'
import type { Message } from '../../../server/mail/message.ts'

/**
 * Notifies all administrators and approvers of a new one, if the transaction commits.
 * @param people their ids
 * @param fact who, and by whom, in a sentence
 */
export async function mailApprovers(tx: Transaction<Database>, people: readonly string[], fact: string): Promise<void> {
  for (const person of people) await queueMail(tx, { ...approverMail(fact, siteOrigin()), person })
}

/**
 * @param fact who can decide now, in a sentence
 * @param origin of the site
 * @returns the mail, without its recipient
 */
export function approverMail(fact: string, origin: string): Message {
  const alarm = 'If you don’t know of this, remove the right, and close the person’s access.'
  const page = origin + href('/profile/admin/access')
  const subject = `A new approver in the ${fund.shortName} portal`
  return letter({}, subject, [fact, alarm, button(page, 'Review access')])
}
