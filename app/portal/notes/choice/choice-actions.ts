import { href } from 'react-router'
import { parseCents } from '../../../../rules/notes/money.ts'
import { type ActionAnswer, defineActions } from '../../../actions/define-actions.ts'
import { text, wholeForm } from '../../../actions/fields.ts'
import { signedIn } from '../../../actions/guards.ts'

/** The answer to a choice. */
export interface ChoiceAnswer extends ActionAnswer {
  /** What was chosen and typed where it was refused, for a browser without scripts, which has lost it. */
  values?: Record<string, string>
}

/** POST: the reader chooses what happens to a note at its maturity. */
export const action = defineActions<ChoiceAnswer>()({
  guard: signedIn,
  refused: ({ form }, { error }) => ({ error, values: wholeForm(form) }),
  redirectTo: ({ param }) => href('/profile/notes/:id/choice', { id: param('id') }),
  intents: {
    elect: {
      fields: { choice: text, amount: text, term: text },
      run: async ({ actor, operations, fields, param }) => {
        await operations.electAtMaturity(actor, param('id'), {
          choice: fields.choice,
          renewCents: fields.choice === 'renew_part' ? parseCents(fields.amount) : undefined,
          newTermMonths: fields.choice === 'other_term' ? Number(fields.term) : undefined,
        })
      },
      otherwise: 'ELECTION_FAILED',
    },
  },
})
