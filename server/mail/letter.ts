import { html } from 'hono/html'
import { fund } from '../../content/fund.ts'
import { emailHtml } from './layout.ts'
import { siteOrigin } from './mailer.ts'
import type { Message } from './message.ts'

/** Stands below a link into the portal. */
export const signInFirst = 'You’ll be asked to sign in first.'

/** A mail that says something and leads to where the rest is. */
export interface Letter {
  subject: string
  /** In whole sentences. It names no holder, amount, document or digit: what there is to know is in the portal. */
  paragraphs: readonly string[]
  /** Of the page, on this site. */
  path: string
  /** What the link to it says. */
  action: string
}

/**
 * @param recipient a person of the portal, or an address
 * @returns the mail, with the fund's phone number below; an answer goes to the office
 */
export function letter(
  recipient: { person: string } | { to: string },
  { subject, paragraphs, path, action }: Letter,
): Message {
  const link = siteOrigin() + path
  return {
    to: '',
    ...recipient,
    replyTo: fund.emails.office,
    subject,
    text: `${paragraphs.join('\n\n')}\n\n${action}:\n${link}\n\n${signInFirst}\n\n${fund.name}\n${fund.phone}\n`,
    html: emailHtml(
      paragraphs[0] ?? '',
      html`${paragraphs.map(text => html`<p>${text}</p>`)}<p class="act"><a href="${link}">${action}</a></p><p>${signInFirst}</p>
<p class="small">Questions? Call ${fund.phone}.</p>`,
    ).toString(),
  }
}
