import { messagesPage, withQuery } from '../addresses.ts'

/** @returns one of the reader's conversations with the fund */
export function conversationPage(id: string): string {
  return `${messagesPage}/${encodeURIComponent(id)}`
}

/**
 * @param about the document to write about, and to whom an administrator writes
 * @returns the page for a new message
 */
export function newMessagePage(about: { document?: string | undefined; user?: string | undefined } = {}): string {
  return withQuery(`${messagesPage}/new`, about)
}
