import { html } from 'hono/html'
import { sql } from 'kysely'
import { fund } from '../../../content/fund.ts'
import { promisedArchiveAge } from '../../../rules/backups.ts'
import { actAsJobs } from '../../database/act-as.ts'
import { emailHtml, mailTime } from '../../mail/layout.ts'
import { queueMail } from '../../mail/mailer.ts'
import type { Message } from '../../mail/message.ts'
import { isArchiving } from './start-archive.ts'

const minutes = promisedArchiveAge / 60_000

interface Alarm {
  administrators: string[]
  archived_until: Date | null
  last_error: string | null
}

/**
 * Mails administrators, once a day, while archiving is further behind than `promisedArchiveAge`; part of the hourly
 * clean-up. The database says when it is time.
 */
export async function mailOverdueArchive(): Promise<void> {
  if (!isArchiving()) return
  await actAsJobs(async tx => {
    const { rows } = await sql<Alarm>`
      select * from app.claim_archive_alarm(${`${minutes} minutes`}::interval)`.execute(tx)
    for (const alarm of rows) {
      for (const id of alarm.administrators) await queueMail(tx, overdueMail(id, alarm))
    }
  })
}

function overdueMail(person: string, { archived_until, last_error }: Alarm): Message {
  const fact = archived_until
    ? `Changes to the ${fund.shortName} portal since ${mailTime(archived_until)} are only on its server. They are normally copied elsewhere within a minute.`
    : `Changes to the ${fund.shortName} portal are not copied elsewhere yet.`
  const why = last_error ? `The last attempt failed: ${last_error}` : 'No attempt has been finished since then.'
  const how =
    'The portal works as always, but if its server were lost now, so would be these changes. Ask the person who runs the server to look at the place in BACKUP_URL.'
  return {
    to: '',
    person,
    subject: `The ${fund.shortName} portal isn’t being copied`,
    text: `${fact}\n\n${why}\n\n${how}\n\n${fund.name}\n`,
    html: emailHtml(fact, html`<p>${fact}</p><p>${why}</p><p>${how}</p>`).toString(),
  }
}
