import { href } from 'react-router'
import { approveCommand, rejectCommand, withdrawCommand } from '../../../../rules/approvals.commands.ts'
import { commandActions } from '../../../commands/command-actions.ts'
import { loadList, showList } from '../../list-page.tsx'
import { ApprovalsPage } from './approvals-page.tsx'
import { decider } from './decider.ts'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../viewer-revalidation.ts'

export const loader = loadList({
  guard: decider,
  read: ({ actor, operations }) => operations.getApprovals(actor),
  none: { waiting: [], decided: [], decidesFrom: null },
  failed: 'LOAD_APPROVALS_FAILED',
})

/** POST: approves, rejects or withdraws a request. If it is gone, no form could show the refusal. */
export const action = commandActions([approveCommand, rejectCommand, withdrawCommand], {
  redirectTo: () => href('/profile/admin/approvals'),
  saysOnErrorPage: true,
})

export default showList<typeof loader>(ApprovalsPage)
