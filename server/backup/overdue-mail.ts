import { html } from 'hono/html'
import { sql } from 'kysely'
import { fund } from '../../content/fund.ts'
import { promisedBackupAge } from '../../rules/backups.ts'
import { actAsJobs } from '../database/act-as.ts'
import { emailHtml, mailTime } from '../mail/layout.ts'
import { queueMail } from '../mail/mailer.ts'
import type { Message } from '../mail/message.ts'
import { isBackupNightly } from './backup-state.ts'

const hours = promisedBackupAge / 3_600_000

interface Alarm {
  administrators: string[]
  last_good: Date | null
  last_error: string | null
}

/**
 * Mails administrators, once a day, while the newest good backup is older than promised; part of the hourly clean-up. The
 * database says when it is time.
 */
export async function mailOverdueBackup(): Promise<void> {
  if (!isBackupNightly()) return
  await actAsJobs(async tx => {
    const { rows } = await sql<Alarm>`
      select * from app.claim_backup_alarm(${`${hours} hours`}::interval)`.execute(tx)
    for (const alarm of rows) {
      for (const id of alarm.administrators) await queueMail(tx, overdueMail(id, alarm))
    }
  })
}

function overdueMail(person: string, { last_good, last_error }: Alarm): Message {
  const fact = last_good
    ? `The last good backup of the ${fund.shortName} portal is from ${mailTime(last_good)}. It should never be older than ${hours} hours.`
    : `No backup of the ${fund.shortName} portal has succeeded yet.`
  const why = last_error ? `The last attempt failed: ${last_error}` : 'No attempt has been finished since then.'
  const how = 'Ask the person who runs the server to look at it now: npm run backup shows what is wrong.'
  return {
    to: '',
    person,
    subject: `The ${fund.shortName} portal needs a backup`,
    text: `${fact}\n\n${why}\n\n${how}\n\n${fund.name}\n`,
    html: emailHtml(fact, html`<p>${fact}</p><p>${why}</p><p>${how}</p>`).toString(),
  }
}
