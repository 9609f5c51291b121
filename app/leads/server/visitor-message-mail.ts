import { fund } from '../../../content/fund.ts'
import { factsOf, letter, quoted, small } from '../../../server/mail/letter.ts'
import type { Message } from '../../../server/mail/message.ts'
import type { MessageForm } from '../leads.ts'
import { openConversation } from './lead-page.ts'

/**
 * A visitor's message for the fund. It leads to the conversation, where the others see an answer; a reply goes to the
 * visitor.
 */
export function messageToFund(id: string, form: MessageForm): Message {
  const about = form.topic === 'consultation' ? 'Consultation request' : 'Question'
  const known = factsOf([
    ['Name', form.name],
    ['E-mail', form.email],
    ['Phone', form.phone],
    ['Amount', form.amountRange],
  ])
  const subject = `${about} from ${form.name}`
  const parts = [known, quoted(form.message), openConversation(id)]
  return letter({ to: fund.emails.office }, subject, parts, { replyTo: form.email, preview: subject, signature: '' })
}

/**
 * Confirms to a visitor that we have their message. It repeats none of it: anyone can enter someone else's address, and
 * the site must not forward strangers' words.
 */
export function receiptToVisitor(to: string): Message {
  const received = `Thank you. We have your message and will reply within ${fund.responseHours} hours.`
  const urgent = `If it can’t wait, call ${fund.phone}.`
  const ifUnexpected = 'If you didn’t write to us, someone typed your address by mistake. You can ignore this e-mail.'
  return letter({ to }, `${fund.shortName} has your message`, [received, urgent, small(ifUnexpected)])
}
