import { href } from 'react-router'
import { button, type Part } from '../../../server/mail/letter.ts'
import { siteOrigin } from '../../../server/mail/mailer.ts'

/** @returns the link to the conversation about a visitor's message or call, for the office's e-mail */
export function openConversation(id: string): Part {
  const address = siteOrigin() + href('/profile/admin/leads/:id', { id })
  return button(address, 'Open the conversation', 'Open the conversation:')
}
