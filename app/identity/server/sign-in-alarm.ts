import { type Kysely, sql } from 'kysely'
import { fund } from '../../../content/fund.ts'
import { alarmAddresses, alarmTries, alarmWindow } from '../../../rules/limits.ts'
import type { Client } from '../../../server/access/client.ts'
import { isUsedUp } from '../../../server/access/rate-limit.ts'
import { recordSecurityEvent } from '../../../server/access/security-events.ts'
import { authDatabase } from '../../../server/database/connection.ts'
import { fromNow } from '../../../server/database/from-now.ts'
import type { AuthDatabase } from '../../../server/database/types.ts'
import { sendMail } from '../../../server/mail/mailer.ts'
import { keyedHash } from '../../../server/platform/seal.ts'
import { signInAlarmMail } from './sign-in-alarm-mail.ts'

const alarm = 'sign-in-alarm'

/**
 * Checks, after a stranger's failed attempt, whether codes are being guessed for one address after another, by any
 * number of clients. If so, the event is recorded, the fund is notified (once an hour), and all strangers meet friction
 * for an hour.
 */
export async function raiseAlarmIfGuessing(client: Client): Promise<void> {
  const { rows } = await sql<{ tries: number; addresses: number }>`
    select coalesce(sum(attempts), 0)::int as tries, count(distinct address)::int as addresses
    from auth.sign_in_codes
    where attempted_at > ${fromNow(-alarmWindow)} and device is null and used_at is null`.execute(authDatabase())
  const { tries = 0, addresses = 0 } = rows[0] ?? {}
  if (tries < alarmTries || addresses < alarmAddresses) return
  if (await isUsedUp(alarm, 1, alarmWindow)) return
  await recordSecurityEvent({ action: 'sign_in.alarm', client, details: { tries, addresses } })
  await sendMail(signInAlarmMail(fund.emails.office, { tries, addresses, at: new Date() }))
}

/** @returns whether the alarm was raised within the last hour */
export async function isAlarmRaised(database: Pick<Kysely<AuthDatabase>, 'selectFrom'>): Promise<boolean> {
  const raised = await database
    .selectFrom('auth.limits')
    .select('key')
    .where('key', '=', keyedHash('limit', alarm))
    .where('window_ends_at', '>', new Date())
    .executeTakeFirst()
  return raised !== undefined
}
