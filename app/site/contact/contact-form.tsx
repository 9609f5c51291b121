import { formOverlay } from '../../../rules/limits.ts'
import type { ServerContext } from '../../shell/context.ts'
import { Embed } from './embed.tsx'
import { MessageForm } from './message-form.tsx'
import { asksForOwnForm } from './own-form.ts'
import { type KnownVisitor, knownVisitor } from './visitor-fields.tsx'

/**
 * What the contact form needs: the URLs of another company's form, if the fund uses one, and the ticket of the site's
 * own.
 */
export type ContactFormData = { ticket: string; known?: KnownVisitor; emailForm?: string; formScript?: string }

/**
 * @param url may ask for the site's own form where the fund uses another company's
 * @returns what the contact form needs, for the page's loader
 */
export function loadContactForm(url: URL, server: ServerContext): ContactFormData {
  const ticket = server.operations.openForm('message')
  const known = knownVisitor(server.actor)
  if (asksForOwnForm(url)) return { ticket, known }
  const { emailForm, formScript } = server.embeds
  return { ticket, known, emailForm, formScript }
}

type Props = {
  /** The name of another company's form, for screen readers. */
  title: string
  data: ContactFormData
  consultation?: boolean
}

/** The form to write to the fund: another company's in a frame, or the site's own. */
export function ContactForm({ title, data: { ticket, known, emailForm, formScript }, consultation = false }: Props) {
  if (emailForm) return <Embed title={title} src={emailForm} script={formScript} overlayMs={formOverlay} size="form" />
  return <MessageForm ticket={ticket} known={known} consultation={consultation} />
}
