import { type ComponentProps, createContext, useContext } from 'react'
import type { MessageCode } from '../../../../../rules/messages.ts'
import type { ActionAnswer } from '../../../../actions/define-actions.ts'
import { Field, SelectField } from '../../../../ui/field.tsx'

/** The answer to a form about a note. */
export interface NoteAnswer extends ActionAnswer {
  /** The form that was refused, for a browser without scripts, which has lost what was typed. */
  typed?: Record<string, string>
}

/** Which field of a note's forms a refusal is about. */
const fieldOf: Partial<Record<MessageCode, string>> = {
  NOTE_AMOUNT_INVALID: 'amount',
  NOTE_FUNDS_DIFFER: 'amount',
  PAYMENT_OVER: 'amount',
  TAX_WITHHELD_OVER: 'withheld',
  TAX_WITHHELD_UNUSUAL: 'withheld',
  REPAYMENT_AMOUNT: 'amount',
  NOTE_DAY_INVALID: 'day',
  NOTE_DAY_AHEAD: 'day',
  NOTE_DAY_UNUSUAL: 'day',
  REVERSAL_BEFORE_PAYMENT: 'day',
  PAYMENT_BEFORE_ISSUE: 'day',
  PAYMENT_NOTHING_DUE: 'day',
  PAYOFF_AHEAD: 'day',
  PAYOFF_BEFORE_ISSUE: 'day',
  LATER_PAYMENT: 'day',
  REPAYMENT_DAY: 'due',
  REPAYMENT_PAID_AHEAD: 'due',
  PAYOFF_AHEAD_BEFORE_TRANSFER: 'day',
  FIRST_PAYMENT_STANDS: 'arrived',
  NOTE_REFERENCE: 'reference',
  PAYMENT_TWICE: 'reference',
  NOTE_ORIGINATOR: 'originator',
  NOTE_ORIGINATOR_DIFFERS: 'finding',
  NOTE_PERSONAL_ACCOUNT: 'finding',
  NOTE_RETIREMENT_ACCOUNT: 'finding',
  NOTE_LOAN_MEMO: 'finding',
  NOTE_FINDING_LONG: 'finding',
  NOTE_SIGNATURE_BEFORE: 'reason',
  NOTE_VERIFIED_LATE: 'reason',
  NOTE_FUNDED_BEFORE_VERIFIED: 'reason',
  NOTE_REASON: 'reason',
  HOLDER_GONE: 'holder',
  PAYOFF_CLOSED: 'day',
  TRANSFER_SAME: 'holder',
  TRANSFER_BUYER: 'holder',
}

/** To the form that was sent without scripts, wherever on the page it is. */
export const AnsweredForm = createContext<NoteAnswer | undefined>(undefined)

/** How the form around was answered, and what is typed into it where that is lost. */
export const FormAnswer = createContext<{
  answer?: NoteAnswer | undefined
  typed?: Record<string, string> | undefined
}>({})

/** @returns whether one of the form's fields shows why it was refused */
export function isAtField({ error, typed }: NoteAnswer): boolean {
  const name = error && fieldOf[error.code as MessageCode]
  return name !== undefined && typed !== undefined && Object.hasOwn(typed, name)
}

/** A field of a form about a note; it says what is wrong with it. */
export function NoteField(field: ComponentProps<typeof Field> & { name: string }) {
  const { answer, typed } = useContext(FormAnswer)
  const error = answer?.error && fieldOf[answer.error.code as MessageCode] === field.name && answer.error.message
  return <Field {...field} defaultValue={typed?.[field.name] ?? field.defaultValue} error={error} />
}

/** A choice in a form about a note. */
export function NoteSelect(field: ComponentProps<typeof SelectField> & { name: string }) {
  const { typed } = useContext(FormAnswer)
  return <SelectField {...field} defaultValue={typed?.[field.name] ?? field.defaultValue} />
}
