import { sql } from 'kysely'
import { fund } from '../../../content/fund.ts'
import { mailTime } from '../../../server/mail/layout.ts'
import { promisedBackupAge } from '../backups.ts'
import { type Alarm, mailAlarms } from './alarm-mail.ts'
import { isBackupNightly } from './backup-state.ts'

const hours = promisedBackupAge / 3_600_000

/**
 * Mails administrators, once a day, while the newest good backup is older than promised; part of the hourly clean-up. The
 * database says when it is time.
 */
export async function mailOverdueBackup(): Promise<void> {
  if (!isBackupNightly()) return
  const claim = sql<Alarm & { last_good: Date | null }>`
    select * from app.claim_backup_alarm(${`${hours} hours`}::interval)`
  await mailAlarms(claim, ({ last_good }) => ({
    subject: `The ${fund.shortName} portal needs a backup`,
    fact: last_good
      ? `The last good backup of the ${fund.shortName} portal is from ${mailTime(last_good)}. It should never be older than ${hours} hours.`
      : `No backup of the ${fund.shortName} portal has succeeded yet.`,
    how: 'Ask the person who runs the server to check it now: npm run backup shows what is wrong.',
  }))
}
