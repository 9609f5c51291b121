import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../../content/fund.ts'
import { sanctions } from '../../../content/sanctions.ts'
import { countOf } from '../../../rules/number.ts'
import type { Database } from '../../../server/database/types.ts'
import { button, letter } from '../../../server/mail/letter.ts'
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
