import type { ConversationSummary, VisitorSummary } from '../server/conversations.ts'

/** @returns the name of the investor or the visitor, or the e-mail address of one without a name */
export function counterpartName({ person, visitor }: Pick<ConversationSummary, 'person' | 'visitor'>): string {
  return person?.name || person?.email || visitor?.name || ''
}

/** @returns what a visitor sent, such as 'Phone call' */
export function kindWords({ kind, topic }: Pick<VisitorSummary, 'kind' | 'topic'>): string {
  if (kind === 'phone') return 'Phone call'
  if (kind === 'video') return 'Video call'
  return topic === 'consultation' ? 'Consultation request' : 'Question'
}
