import type { ActionAnswer, Refused, Submission } from '../../actions/define-actions.ts'
import { text } from '../../actions/fields.ts'

/** The answer to a message's form. */
export interface MessageAnswer extends ActionAnswer {
  /** What was typed, for a page without scripts, which would lose it. */
  typed?: { subject: string; body: string }
}

/** The answer to a refused form. */
export function refusedMessage({ form }: Submission, { error }: Refused): MessageAnswer {
  return { error, typed: { subject: text(form, 'subject'), body: text(form, 'body') } }
}
