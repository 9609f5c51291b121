import { html } from 'hono/html'
import { fund } from '../../content/fund.ts'
import type { MessageForm } from '../../rules/leads.ts'
import { emailHtml } from '../mail/layout.ts'
import type { Message } from '../mail/message.ts'
import { leadPage, openConversation } from './lead-page.ts'

/**
 * A visitor's message for the fund. It leads to the conversation, where the others see an answer; a reply goes to the
 * visitor.
 * @param id of the message
 */
export function messageToFund(id: string, form: MessageForm): Message {
  const about = form.topic === 'consultation' ? 'Consultation request' : 'Question'
  const lines: [string, string | null][] = [
    ['Name', form.name],
    ['E-mail', form.email],
    ['Phone', form.phone],
    ['Amount', form.amountRange],
  ]
  const link = leadPage(id)
  const known = lines.filter(([, value]) => value)
  return {
    to: fund.emails.office,
    replyTo: form.email,
    subject: `${about} from ${form.name}`,
    text: `${known.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${form.message}\n\n${openConversation}:\n${link}\n`,
    html: emailHtml(
      `${about} from ${form.name}`,
      html`${known.map(([name, value]) => html`<p>${name}: ${value}</p>`)}
<p style="white-space:pre-wrap">${form.message}</p>
<p class="act"><a href="${link}">${openConversation}</a></p>`,
    ).toString(),
  }
}

/**
 * Tells a visitor that we have their message. It repeats none of it: anyone can enter someone else's address, and the
 * site must not forward strangers' words.
 */
export function receiptToVisitor(to: string): Message {
  const received = `Thank you. We have your message and will reply within ${fund.responseHours} hours.`
  const urgent = `If it can’t wait, call ${fund.phone}.`
  const unasked = 'If you didn’t write to us, someone typed your address by mistake. You can ignore this e-mail.'
  return {
    to,
    replyTo: fund.emails.office,
    subject: `${fund.shortName} has your message`,
    text: `${received}\n\n${urgent}\n\n${unasked}\n\n${fund.name}\n`,
    html: emailHtml(received, html`<p>${received}</p><p>${urgent}</p><p class="small">${unasked}</p>`).toString(),
  }
}
