import { href } from 'react-router'
import { siteOrigin } from '../mail/mailer.ts'

/** What the office's e-mail calls the link to a visitor's conversation. */
export const openConversation = 'Open the conversation'

/** @returns the address of the conversation about a visitor's message or call, for the office's e-mail */
export function leadPage(id: string): string {
  return siteOrigin() + href('/profile/admin/leads/:id', { id })
}
