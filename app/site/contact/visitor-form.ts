import type { ActionAnswer, Refused } from '../../actions/define-actions.ts'
import { wholeForm } from '../../actions/fields.ts'
import type { ServerContext } from '../../context.ts'
import type { FormTicket } from './proof.tsx'

/** What a visitor's form is answered with. */
export interface FormAnswer<Done> extends ActionAnswer {
  /** What became of it; undefined where it was refused. */
  done?: Done
  /** What is wrong, in words, by field. */
  problems?: Record<string, string>
  /** What was typed, for a page without scripts. */
  values?: Record<string, string>
  /** Free times nearest to one that was taken. */
  nearest?: string[]
}

/** @returns what a new form needs */
export function createTicket({ operations }: ServerContext): FormTicket {
  return { id: crypto.randomUUID(), opened: operations.openForm() }
}

/** @returns why a form was refused, and what was typed into it, without the form's own fields */
export function refusedFormAnswer(form: FormData, { error, problems }: Refused): FormAnswer<never> {
  const { id, opened, enhanced, leave_empty, ...values } = wholeForm(form)
  return { error, problems, values }
}
