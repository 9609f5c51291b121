import { formOverlay } from '../../../rules/limits.ts'
import type { ServerContext } from '../../context.ts'
import { Embed } from './embed.tsx'
import type { MessageAnswer } from './message-actions.ts'
import { MessageForm } from './message-form.tsx'

/**
 * What the contact form needs: the URLs of another company's form, if the fund uses one, and the ticket of the site's
 * own.
 */
export type ContactFormData = { ticket: string; emailForm?: string; formScript?: string }

/** @returns what the contact form needs, for the page's loader */
export function loadContactForm(server: ServerContext): ContactFormData {
  const { emailForm, formScript } = server.embeds
  return { ticket: server.operations.openForm('message'), emailForm, formScript }
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
