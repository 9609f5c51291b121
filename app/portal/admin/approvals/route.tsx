import { href } from 'react-router'
import { notices } from '../../../../rules/notices.ts'
import { defineActions } from '../../../actions/define-actions.ts'
import { text } from '../../../actions/fields.ts'
import { signedIn } from '../../../actions/guards.ts'
import { loadList, showList } from '../../list-page.tsx'
import { ApprovalsPage } from './approvals-page.tsx'
import { decider } from './decider.ts'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../viewer-revalidation.ts'

/** Loads what waits for a second person, and what was decided last. */
export const loader = loadList({
  guard: decider,
  read: ({ actor, operations }) => operations.getApprovals(actor),
  none: { waiting: [], decided: [], decidesFrom: null },
  failed: 'LOAD_APPROVALS_FAILED',
})

/** POST: approves, rejects or withdraws what was asked for. */
export const action = defineActions()({
  guard: signedIn,
  redirectTo: () => href('/profile/admin/approvals'),
  otherwise: 'APPROVAL_FAILED',
  intents: {
    approve: {
      fields: { id: text },
      run: ({ actor, operations, fields }) => operations.decideApproval(actor, fields.id, 'approved'),
      notice: notices.approved,
    },
    reject: {
      fields: { id: text, reason: text },
      run: ({ actor, operations, fields }) => operations.decideApproval(actor, fields.id, 'rejected', fields.reason),
      notice: notices.rejected,
    },
    withdraw: {
      fields: { id: text },
      run: ({ actor, operations, fields }) => operations.withdrawApproval(actor, fields.id),
      notice: notices.withdrawn,
    },
  },
})

/** What needs two people. */
export default showList<typeof loader>(ApprovalsPage)
