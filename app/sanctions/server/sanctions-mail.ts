import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { sanctions } from '../../../content/sanctions.ts'
import { countOf } from '../../../rules/number.ts'
import type { Database } from '../../../server/database/types.ts'
import { button, letter, portalLetter } from '../../../server/mail/letter.ts'
import { queueMail, siteOrigin } from '../../../server/mail/mailer.ts'
import type { Message } from '../../../server/mail/message.ts'

/** Reminds administrators once that a list gets too old to sell or pay. @param tx of a job */
export async function remindOfLists(tx: Transaction<Database>): Promise<void> {
  const { longestAge, remindBefore } = sanctions
  if (longestAge === null) return
  const { rows } = await sql<{ administrators: string[]; age: number }>`
    select administrators, age from app.claim_sanctions_reminder(${longestAge - remindBefore})`.execute(tx)
  for (const { administrators, age } of rows)
    for (const id of administrators) await queueMail(tx, listMail(id, Math.max(0, longestAge - age)))
}

/** Notifies administrators of hits that are new, once for all that a comparison finds. @param tx of a job */
export async function notifyOfHits(tx: Transaction<Database>): Promise<void> {
  const { rows } = await sql<{ administrator: string }>`
    select unnest(app.claim_new_hits()) as administrator`.execute(tx)
  for (const { administrator } of rows) await queueMail(tx, hitMail(administrator))
}

/** Without a name. */
export function hitMail(person: string): Message {
  const consequence =
    sanctions.longestAge === null
      ? 'Two people decide whether it’s the same person or organization.'
      : 'Sales and payments to its holder are refused until two people decide that it’s someone else.'
  return portalLetter(
    { person },
    {
      subject: 'A sanctions hit needs a decision',
      paragraphs: [`A name in the ${fund.shortName} portal is close to an entry on a sanctions list. ${consequence}`],
      path: href('/profile/admin/sanctions'),
      action: 'Open the hits',
    },
  )
}

/** @param days until nothing can be sold or paid */
export function listMail(userId: string, days: number): Message {
  const fact = `A sanctions list in the ${fund.shortName} portal is getting old. ${days > 0 ? `After ${countOf(days, 'more day', 'more days')} no` : 'From tomorrow on, no'} note can be sold and no payment recorded.`
  const how = 'Download OFAC’s newest lists and upload them, even if they’re the same.'
  const page = button(siteOrigin() + href('/profile/admin/sanctions'), 'Upload the lists')
  return letter({ person: userId }, `Upload the newest sanctions lists to the ${fund.shortName} portal`, [
    fact,
    how,
    page,
  ])
}
