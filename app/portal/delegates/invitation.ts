import { type DelegateKind, delegateKinds } from '../../../rules/delegates.ts'
import type { ActionAnswer } from '../../actions/define-actions.ts'

/** The answer to a form about delegates. */
export interface DelegateAnswer extends ActionAnswer {
  /** The form that was refused, for a browser without scripts, which has lost it. */
  typed?: Record<string, string>
  /** The categories that were chosen in it. */
  categories?: string[]
}

/** The fields that a refusal is about, by the refusal's code. Any other is about the form as a whole. */
const fieldOf: { [code: string]: 'email' | 'until' | 'seen' } = {
  EMAIL_REQUIRED: 'email',
  EMAIL_INVALID: 'email',
  DELEGATE_ONESELF: 'email',
  DELEGATE_MEMBER: 'email',
  DELEGATE_TWICE: 'email',
  DELEGATE_DAY: 'until',
  DELEGATE_DAY_PAST: 'until',
  DELEGATE_DAY_FAR: 'until',
  DELEGATE_NOTHING: 'seen',
}

/** @returns what to say at which field of an invitation, and what to say above its button */
export function refusalAt(answer: ActionAnswer | undefined) {
  const { code = '', message } = answer?.error ?? {}
  const field = fieldOf[code]
  return {
    email: field === 'email' ? message : undefined,
    until: field === 'until' ? message : undefined,
    seen: field === 'seen' ? message : undefined,
    banner: field ? undefined : message,
  }
}

/** @returns as what somebody is invited, by the query of the page */
export function kindIn(query: URLSearchParams): DelegateKind {
  const asked = query.get('for') ?? ''
  return Object.hasOwn(delegateKinds, asked) ? (asked as DelegateKind) : 'accountant'
}
