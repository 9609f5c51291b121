import { href, redirect } from 'react-router'
import { requestRunCommand } from '../../../../rules/statements.commands.ts'
import { commandActions } from '../../../commands/command-actions.ts'
import { loadList, showList } from '../../list-page.tsx'
import { StatementsPage } from './statements-page.tsx'

/** Loads the runs of statements, newest first, and which can be begun today. */
export const loader = loadList({
  read: ({ actor, operations }) => operations.getStatementRuns(actor),
  none: { runs: [], toBegin: [] },
  failed: 'LOAD_STATEMENTS_FAILED',
})

/** POST: prepares the statements of the last period. */
export const action = commandActions([requestRunCommand], {
  redirectTo: () => href('/profile/admin/statements'),
  after: { [requestRunCommand.name]: (id: string) => redirect(href('/profile/admin/statements/:id', { id })) },
})

/** Statements of all holders, as they are prepared and released. */
export default showList<typeof loader>(StatementsPage)
