import { formOverlay } from '../../../rules/limits.ts'
import type { ServerContext } from '../../context.ts'
import { Embed } from './embed.tsx'
import type { MessageAnswer } from './message-actions.ts'
import { MessageForm } from './message-form.tsx'
import { asksForOwnForm } from './own-form.ts'

/**
 * What the contact form needs: the URLs of another company's form, if the fund uses one, and the ticket of the site's
 * own.
 */
export type ContactFormData = { ticket: string; emailForm?: string; formScript?: string }

/**
 * @param url may ask for the site's own form where the fund uses another company's
 * @returns what the contact form needs, for the page's loader
 */
export function loadContactForm(url: URL, server: ServerContext): ContactFormData {
  const ticket = server.operations.openForm('message')
  if (asksForOwnForm(url)) return { ticket }
  const { emailForm, formScript } = server.embeds
  return { ticket, emailForm, formScript }
}

type Props = {
  /** The name of another company's form, for screen readers. */
  title: string
  data: ContactFormData
  initialAnswer: MessageAnswer | undefined
  consultation?: boolean
}

/** The form to write to the fund: another company's in a frame, or the site's own. */
export function ContactForm({
  title,
  data: { ticket, emailForm, formScript },
  initialAnswer,
  consultation = false,
}: Props) {
  if (emailForm) return <Embed title={title} src={emailForm} script={formScript} overlayMs={formOverlay} size="form" />
  return <MessageForm ticket={ticket} initialAnswer={initialAnswer} consultation={consultation} />
}
