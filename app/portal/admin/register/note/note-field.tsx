import { type ComponentProps, createContext, useContext } from 'react'
import type { MessageCode } from '../../../../../rules/messages.ts'
import { Field } from '../../../../ui/field.tsx'
import type { Refusal } from '../../../refusal.ts'

/** Which field of a note's forms a refusal is about. */
const fieldOf: Partial<Record<MessageCode, string>> = {
  NOTE_AMOUNT_INVALID: 'amount',
  NOTE_FUNDS_DIFFER: 'amount',
  PAYMENT_OVER: 'amount',
  REPAYMENT_AMOUNT: 'amount',
  NOTE_DAY_INVALID: 'day',
  NOTE_DAY_AHEAD: 'day',
  PAYMENT_BEFORE_ISSUE: 'day',
  PAYMENT_NOTHING_DUE: 'day',
  NOTE_REFERENCE: 'reference',
  PAYMENT_TWICE: 'reference',
  NOTE_ORIGINATOR: 'originator',
  NOTE_ORIGINATOR_DIFFERS: 'finding',
  NOTE_LOAN_MEMO: 'finding',
  NOTE_FINDING_LONG: 'finding',
  NOTE_REASON: 'reason',
  HOLDER_GONE: 'holder',
  TRANSFER_SAME: 'holder',
}

/** Why the form around was refused, if it was. */
export const FormRefusal = createContext<Refusal | undefined>(undefined)

/** @param form the form @returns whether one of its fields shows the refusal */
export function isAtField({ code }: Refusal, form: HTMLFormElement | null): boolean {
  const name = fieldOf[code as MessageCode]
  return name !== undefined && form?.elements.namedItem(name) != null
}

/** A field of a form about a note; it says what is wrong with it. */
export function NoteField(field: ComponentProps<typeof Field> & { name: string }) {
  const refusal = useContext(FormRefusal)
  const error = refusal && fieldOf[refusal.code as MessageCode] === field.name ? refusal.message : undefined
  return <Field {...field} error={error} />
}
