import type { FormProof } from '../../../server/access/form-proof.ts'
import type { CommandAnswer } from '../../shell/actions/answer.ts'
import { text, wholeForm } from '../../shell/actions/fields.ts'
import type { Refused } from '../../shell/commands/command-actions.ts'

/** The answer to a visitor's form. */
export interface FormAnswer<Done> extends CommandAnswer {
  /** The result; undefined if the form was refused. */
  done?: Done
  /** Free times nearest to one that was taken. */
  nearest?: string[]
}

/**
 * @returns why a form was refused, and what was typed into it, without its hidden fields. `error` is there only if no
 *   field has a problem
 */
export function refusedFormAnswer(form: FormData, { error, problems }: Refused): FormAnswer<never> {
  const { ticket, enhanced, leave_empty, ...typed } = wholeForm(form)
  return { ...(Object.keys(problems).length === 0 && { error }), problems, typed }
}

/** @returns a form's proof (`server/access/form-proof.ts`), which the operation checks */
export function proofIn(form: FormData): FormProof {
  return { ticket: text(form, 'ticket'), trap: text(form, 'leave_empty') }
}
