import { adminPages } from '../../addresses.ts'

/** @returns a conversation as administrators see it */
export function inboxConversationPage(id: string): string {
  return `${adminPages.messages}/${encodeURIComponent(id)}`
}

/** @returns an address that leads to the conversation about a visitor's message or call */
export function leadPage(id: string): string {
  return `/profile/admin/leads/${encodeURIComponent(id)}`
}
