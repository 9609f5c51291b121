import type { FormProof } from '../../../server/access/form-proof.ts'
import type { ActionAnswer, Refused } from '../../actions/define-actions.ts'
import { text, wholeForm } from '../../actions/fields.ts'

/** The answer to a visitor's form. */
export interface FormAnswer<Done> extends ActionAnswer {
  /** The result; undefined if the form was refused. */
  done?: Done
  /** Error messages by field. */
  problems?: Readonly<Record<string, string>>
  /** What was typed, for a page without scripts. */
  values?: Record<string, string>
  /** Free times nearest to one that was taken. */
  nearest?: string[]
}

/** @returns why a form was refused, and what was typed into it, without its hidden fields. What is wrong with fields stands there alone */
export function refusedFormAnswer(form: FormData, { error, problems }: Refused): FormAnswer<never> {
  const { ticket, enhanced, leave_empty, ...values } = wholeForm(form)
  return { ...(Object.keys(problems).length === 0 && { error }), problems, values }
}

/** @returns a form's proof (`server/access/form-proof.ts`), which the operation checks */
export function proofIn(form: FormData): FormProof {
  return { ticket: text(form, 'ticket'), trap: text(form, 'leave_empty') }
}
