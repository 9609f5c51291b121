import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { Database } from '../../../server/database/types.ts'
import { button, letter } from '../../../server/mail/letter.ts'
import { queueMail, siteOrigin } from '../../../server/mail/mailer.ts'
import type { Message } from '../../../server/mail/message.ts'

/** E-mails all other administrators and approvers that a delivery needs approval, if the transaction commits. */
export async function mailApproversOfDelivery(tx: Transaction<Database>, actor: Actor, id: string): Promise<void> {
  const { rows } = await sql<{ person: string }>`select unnest(app.deciders()) as person`.execute(tx)
  for (const { person } of rows)
    if (person !== actor.id) await queueMail(tx, { ...deliveryPendingMail(id, siteOrigin()), person })
}

/**
 * @param id of the delivery
 * @param origin of the site
 * @returns the mail, without its recipient; it names no document and no investor
 */
export function deliveryPendingMail(id: string, origin: string): Message {
  const fact = 'A colleague wants to send documents to investors in the fund’s name.'
  const todo =
    'They are sent only once another person has opened the files and approved it. Otherwise, nothing is sent.'
  const alarm = 'If something about it is odd, reject it, and call the person who asked.'
  const page = origin + href('/profile/admin/deliveries/:id/look', { id })
  const subject = `A delivery needs your approval in the ${fund.shortName} portal`
  return letter({}, subject, [`${fact} ${todo}`, alarm, button(page, 'Open the files')], { preview: fact })
}
