import { sql } from 'kysely'
import { fund } from '../../../../content/fund.ts'
import { mailTime } from '../../../../server/mail/layout.ts'
import { promisedArchiveAge } from '../../backups.ts'
import { type Alarm, mailAlarms } from '../alarm-mail.ts'
import { isArchiving } from './start-archive.ts'

const minutes = promisedArchiveAge / 60_000

/**
 * Mails administrators, once a day, while archiving is further behind than `promisedArchiveAge`; part of the hourly
 * clean-up. The database says when it is time.
 */
export async function mailOverdueArchive(): Promise<void> {
  if (!isArchiving()) return
  const claim = sql<Alarm & { archived_until: Date | null }>`
    select * from app.claim_archive_alarm(${`${minutes} minutes`}::interval)`
  await mailAlarms(claim, ({ archived_until }) => ({
    subject: `The ${fund.shortName} portal isn’t being copied`,
    fact: archived_until
      ? `Changes to the ${fund.shortName} portal since ${mailTime(archived_until)} are only on its server. They are normally copied elsewhere within a minute.`
      : `Changes to the ${fund.shortName} portal are not copied elsewhere yet.`,
    how: 'The portal works as always, but if its server were lost now, so would be these changes. Ask the person who runs the server to check the place in BACKUP_URL.',
  }))
}
