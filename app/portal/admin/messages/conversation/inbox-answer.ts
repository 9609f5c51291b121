import type { MessageAnswer } from '../../../messages/message-answer.ts'

/** The answer to a form of an inbox conversation's page. */
export interface InboxAnswer extends MessageAnswer {
  /** What was asked for, so that a page without scripts shows a refusal at its form. */
  intent?: string
}
