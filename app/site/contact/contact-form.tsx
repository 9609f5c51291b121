import { formOverlay } from '../../../rules/limits.ts'
import type { ServerContext } from '../../context.ts'
import { Embed } from './embed.tsx'
import type { MessageAnswer } from './message-actions.ts'
import { MessageForm } from './message-form.tsx'
import type { FormTicket } from './proof.tsx'
import { createTicket } from './visitor-form.ts'

/** What a page on which one writes to the fund needs: another company's form, or what the site's own begins with. */
export type ContactFormData = { ticket: FormTicket; emailForm?: string; formScript?: string }

/** Reads it, for the page's loader. */
export function loadContactForm(server: ServerContext): ContactFormData {
  const { emailForm, formScript } = server.embeds
  return { ticket: createTicket(server), emailForm, formScript }
}

type Props = {
  /** What another company's form is, for those who hear it. */
  title: string
  data: ContactFormData
  initialAnswer: MessageAnswer | undefined
  consultation?: boolean
}

/** Where one writes to the fund. */
export function ContactForm({
  title,
  data: { ticket, emailForm, formScript },
  initialAnswer,
  consultation = false,
}: Props) {
  if (emailForm) return <Embed title={title} src={emailForm} script={formScript} overlayMs={formOverlay} size="form" />
  return <MessageForm ticket={ticket} initialAnswer={initialAnswer} consultation={consultation} />
}
