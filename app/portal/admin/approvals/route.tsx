import { href } from 'react-router'
import { approveCommand, rejectCommand, withdrawCommand } from '../../../../rules/approvals.commands.ts'
import { commandActions } from '../../../commands/command-actions.ts'
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

/** POST: approves, rejects or withdraws what was asked for. Where it is no longer there, no form could say why. */
export const action = commandActions([approveCommand, rejectCommand, withdrawCommand], {
  redirectTo: () => href('/profile/admin/approvals'),
  saysOnErrorPage: true,
})

/** What needs two people. */
export default showList<typeof loader>(ApprovalsPage)
