import { html } from 'hono/html'
import type { RawBuilder } from 'kysely'
import { fund } from '../../content/fund.ts'
import { actAsJobs } from '../database/act-as.ts'
import { emailHtml } from '../mail/layout.ts'
import { queueMail } from '../mail/mailer.ts'

/** Whom to tell that copies are older than promised, as the database says when it is time. */
export interface Alarm {
  administrators: string[]
  last_error: string | null
}

/** What the mail says: what is wrong, and what to do about it. */
interface Words {
  subject: string
  fact: string
  how: string
}

/**
 * Mails administrators that copies of the portal are older than promised.
 * @param claim the statement that returns an alarm when it is time for one
 */
export async function mailAlarms<T extends Alarm>(claim: RawBuilder<T>, wordsOf: (alarm: T) => Words): Promise<void> {
  await actAsJobs(async tx => {
    const { rows } = await claim.execute(tx)
    for (const alarm of rows) {
      const { subject, fact, how } = wordsOf(alarm)
      const { last_error: error } = alarm
      const why = error ? `The last attempt failed: ${error}` : 'No attempt has been finished since then.'
      const text = `${fact}\n\n${why}\n\n${how}\n\n${fund.name}\n`
      const page = emailHtml(fact, html`<p>${fact}</p><p>${why}</p><p>${how}</p>`).toString()
      for (const person of alarm.administrators) await queueMail(tx, { to: '', person, subject, text, html: page })
    }
  })
}
