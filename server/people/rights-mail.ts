import { html } from 'hono/html'
import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { fund } from '../../content/fund.ts'
import type { Database } from '../database/types.ts'
import { emailHtml } from '../mail/layout.ts'
import { queueMail, siteOrigin } from '../mail/mailer.ts'
import type { Message } from '../mail/message.ts'

/**
 * Tells everybody who decides that there is one more of them, if the transaction commits.
 * @param people their ids
 * @param fact who, and by whom, in a sentence
 */
export async function mailDeciders(tx: Transaction<Database>, people: readonly string[], fact: string): Promise<void> {
  for (const person of people) await queueMail(tx, { ...deciderMail(fact, siteOrigin()), person })
}

/**
 * @param fact who can decide now, in a sentence
 * @param origin of the site
 * @returns the mail, without its recipient
 */
export function deciderMail(fact: string, origin: string): Message {
  const alarm = 'If you don’t know of this, remove the right, and close the person’s access.'
  const page = origin + href('/profile/admin/access')
  return {
    to: '',
    subject: `Somebody new can decide in the ${fund.shortName} portal`,
    text: `${fact}\n\n${alarm}\n\n${page}\n\n${fund.name}\n`,
    html: emailHtml(
      fact,
      html`<p>${fact}</p><p>${alarm}</p><p class="act"><a href="${page}">Review access</a></p>`,
    ).toString(),
  }
}
