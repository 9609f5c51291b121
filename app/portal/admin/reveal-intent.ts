import type { Actor } from '../../../server/access/actor.ts'
import type { Submission } from '../../actions/define-actions.ts'
import { text, wholeForm } from '../../actions/fields.ts'

type Asked = Submission & { actor: Actor; fields: { number: string } }

/** What a form asks for that shows a number of the vault, once: it is in the answer and nowhere else. */
export const revealIntent = {
  fields: { number: text },
  run: async ({ actor, operations, form, fields }: Asked) => ({
    number: await operations.revealNumber(actor, fields.number),
    typed: wholeForm(form),
  }),
  isShownOnce: true,
}
