/** Conversations between people and the fund. Pages and server validate forms by the same rules. */
import { titleOf } from '../documents/documents.ts'

/** Administrators' filters of the inbox: unanswered, not done, done, last answered by the reader. */
export const conversationFilters = ['new', 'open', 'done', 'mine'] as const
export type ConversationFilter = (typeof conversationFilters)[number]

/** Kinds of conversations in the administrators' inbox: investors', visitors' messages, or calls booked by visitors. */
export const conversationKinds = ['investors', 'visitors', 'calls'] as const
export type ConversationKind = (typeof conversationKinds)[number]

/** Maximum lengths in characters; also of an administrator's note. */
export const subjectLength = 200
export const bodyLength = 5000

/** Messages that an investor may send in `messageWindow`, in milliseconds. */
export const messagesPerInvestor = 60
export const messageWindow = 60 * 60_000
/** Most documents attached to one message. */
export const attachmentsPerMessage = 10
/** Page size. */
export const conversationsPerPage = 30
/** Newest messages of a conversation shown at first, and most shown. */
export const messagesShown = 12
export const messagesShownAtMost = 1000
/** Newest documents offered as attachments before a search, and found by one. */
export const documentsOffered = 20

/** @returns the proposed subject of a conversation about a document, by its name without extension */
export function subjectAbout(filename: string): string {
  return [...`About ${titleOf(filename)}`].slice(0, subjectLength / 2).join('')
}

/** A conversation's position in lists, which are sorted by both, newest first. */
export interface ConversationKey {
  at: Date
  id: string
}

/** @returns a conversation's key for addresses, stable while others move in the list */
export function conversationKey({ lastMessageAt, id }: { lastMessageAt: Date; id: string }): string {
  return `${lastMessageAt.toISOString()}_${id}`
}

/** @returns the key in an address; undefined if invalid */
export function readConversationKey(text = ''): ConversationKey | undefined {
  const [, time = '', id] = text.match(/^([\d.:TZ-]{24})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/) ?? []
  const at = new Date(time)
  return id && !Number.isNaN(at.getTime()) ? { at, id } : undefined
}
