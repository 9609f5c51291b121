import { href } from 'react-router'
import type { DecisionResult } from '../../../../server/documents/decide-requests.ts'
import { type ActionAnswer, defineActions } from '../../../actions/define-actions.ts'
import { text, texts } from '../../../actions/fields.ts'
import { signedIn } from '../../../actions/guards.ts'
import { refusalFor } from '../../server-errors.ts'

/** What became of a decision about several requests: one result for each that was selected. */
export interface DecisionsAnswer extends ActionAnswer {
  results?: { id: string; problem?: string }[]
}

/** POST: approves or rejects the selected delete requests, each by itself. */
export const action = defineActions<DecisionsAnswer>()({
  guard: signedIn,
  unknownIntent: { code: 'PROCESS_REQUEST_FAILED', status: 400 },
  redirectTo: () => href('/profile/admin/delete-requests'),
  intents: {
    approve: {
      fields: { ids: texts },
      run: async ({ actor, operations, fields }) => ({
        results: inWords(await operations.decideDeleteRequests(actor, fields.ids, 'approved')),
      }),
      otherwise: 'APPROVE_FAILED',
    },
    reject: {
      fields: { ids: texts, reason: text },
      run: async ({ actor, operations, fields }) => ({
        results: inWords(await operations.decideDeleteRequests(actor, fields.ids, 'rejected', fields.reason)),
      }),
      otherwise: 'REJECT_FAILED',
    },
  },
})

function inWords(results: DecisionResult[]): DecisionsAnswer['results'] {
  return results.map(({ id, problem }) => (problem ? { id, problem: refusalFor(problem).message } : { id }))
}
