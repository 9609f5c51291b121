/** What people and the fund can write to each other. Pages and server check forms by the same rules. */
import { titleOf } from './documents.ts'
import type { MessageCode } from './messages.ts'
import { manyLines, oneLine } from './text.ts'

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

/** A message as typed. */
export interface MessageDraft {
  body: string
  /** Ids of documents of the conversation's person. */
  attachments?: readonly string[]
}

type DraftProblems = Partial<Record<'subject' | 'body' | 'attachments', MessageCode>>

/** @returns a message's text, trimmed, its attachments without duplicates, and problems by field */
export function readDraft({ body, attachments = [] }: MessageDraft): {
  body: string
  attachments: string[]
  problems: DraftProblems
} {
  const text = manyLines(body)
  const attached = [...new Set(attachments)]
  const problems: DraftProblems = {}
  if (!text) problems.body = 'BODY_REQUIRED'
  else if (text.length > bodyLength) problems.body = 'MESSAGE_LONG'
  if (attached.length > attachmentsPerMessage) problems.attachments = 'ATTACHMENTS_MANY'
  return { body: text, attachments: attached, problems }
}

/** @returns a subject on one line, and what is wrong with it */
export function readSubject(typed: string): { subject: string; problems: DraftProblems } {
  const subject = oneLine(typed)
  if (!subject) return { subject, problems: { subject: 'SUBJECT_REQUIRED' } }
  return { subject, problems: subject.length > subjectLength ? { subject: 'SUBJECT_LONG' } : {} }
}

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
