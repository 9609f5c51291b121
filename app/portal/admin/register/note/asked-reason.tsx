import { useContext } from 'react'
import type { MessageCode } from '../../../../../rules/messages.ts'
import { closeReasonLength } from '../../../../../rules/note-records.ts'
import { FormAnswer, NoteField } from './note-field.tsx'

type Props = {
  label: string
  hint: string
  /** What the form is refused for without a reason. */
  of: MessageCode
}

/**
 * The reason for what a second person has to agree with: only once the form was refused for want of one. It may stay empty where
 * something else of the form is corrected.
 */
export function AskedReason({ label, hint, of }: Props) {
  const { answer, typed } = useContext(FormAnswer)
  const isAsked = answer?.error?.code === of || Boolean(answer?.typed?.reason ?? typed?.reason)
  // The form has the field in any case, so that its refusal is shown there.
  if (!isAsked) return <input type="hidden" name="reason" value="" />
  return <NoteField label={label} hint={hint} name="reason" maxLength={closeReasonLength} autoComplete="off" />
}
