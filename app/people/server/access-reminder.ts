import { sql } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { button, letter } from '../../../server/mail/letter.ts'
import { queueMail, siteOrigin } from '../../../server/mail/mailer.ts'
import type { Message } from '../../../server/mail/message.ts'

/**
 * Handler of the daily queue `remind-access-review`: reminds administrators if the last access review is a year old.
 * The database decides when it is due, and reports it once.
 * @param now for tests
 */
export async function remindAccessReview(now = new Date()): Promise<void> {
  await actAsJobs(async tx => {
    const { rows } = await sql<{ administrators: string[] }>`
      select app.claim_access_reminder(${now}) as administrators`.execute(tx)
    for (const id of rows[0]?.administrators ?? []) await queueMail(tx, reminderMail(id))
  })
}

export function reminderMail(userId: string): Message {
  const fact = `It’s been a year since someone reviewed who has access to the ${fund.shortName} portal.`
  const how = 'Review the list, close the access of anyone who no longer needs it, then record the review.'
  const page = button(siteOrigin() + href('/profile/admin/access'), 'Review access')
  return letter({ person: userId }, `Review who has access to the ${fund.shortName} portal`, [fact, how, page])
}
