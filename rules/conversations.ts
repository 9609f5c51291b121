/** What people and the fund can write to each other. Pages and server check forms by the same rules. */
import { titleOf } from './documents.ts'

/** How administrators narrow the inbox: waiting for an answer, not done, done, last answered by the reader. */
export const conversationFilters = ['new', 'open', 'done', 'mine'] as const
export type ConversationFilter = (typeof conversationFilters)[number]

/** Whose conversations administrators see in the inbox: investors', visitors' messages, or calls that visitors booked. */
export const conversationKinds = ['investors', 'visitors', 'calls'] as const
export type ConversationKind = (typeof conversationKinds)[number]

/** Maximum lengths in characters; also of an administrator's note. */
export const subjectLength = 200
export const bodyLength = 5000

/** Messages that an investor may send in `messageWindow`, in milliseconds. */
export const messagesPerInvestor = 60
export const messageWindow = 60 * 60_000
/** Documents attached to one message. */
export const attachmentsPerMessage = 10
/** Conversations on a page of a list. */
export const conversationsPerPage = 30
/** The newest messages of a conversation, which are shown at first, and the most that are shown. */
export const messagesShown = 12
export const messagesShownAtMost = 1000
/** Documents offered as attachments before the reader searches, and found by a search, the newest. */
export const documentsOffered = 20

/** @returns the subject proposed for a conversation about a document, by its name without extension */
export function subjectAbout(filename: string): string {
  return [...`About ${titleOf(filename)}`].slice(0, subjectLength / 2).join('')
}

/** A conversation's place in the lists, which are sorted by both, newest first. */
export interface ConversationKey {
  at: Date
  id: string
}

/** @returns a conversation's key for addresses: others change their place in a list while this stays */
export function conversationKey({ lastMessageAt, id }: { lastMessageAt: Date; id: string }): string {
  return `${lastMessageAt.toISOString()}_${id}`
}

/** @returns the key in an address; undefined where that is none */
export function readConversationKey(text = ''): ConversationKey | undefined {
  const [, time = '', id] = text.match(/^([\d.:TZ-]{24})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/) ?? []
  const at = new Date(time)
  return id && !Number.isNaN(at.getTime()) ? { at, id } : undefined
}
