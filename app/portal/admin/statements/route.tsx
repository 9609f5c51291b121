import { href, redirect } from 'react-router'
import { notices } from '../../../../rules/notices.ts'
import { defineActions } from '../../../actions/define-actions.ts'
import { text } from '../../../actions/fields.ts'
import { administrator } from '../../../actions/guards.ts'
import { loadList, showList } from '../../list-page.tsx'
import { StatementsPage } from './statements-page.tsx'

/** Loads the runs of statements, newest first, and which can be begun today. */
export const loader = loadList({
  read: ({ actor, operations }) => operations.getStatementRuns(actor),
  none: { runs: [], toBegin: [] },
  failed: 'LOAD_STATEMENTS_FAILED',
})

/** POST: prepares the statements of the last period. */
export const action = defineActions()({
  guard: administrator,
  redirectTo: () => href('/profile/admin/statements'),
  intents: {
    prepare: {
      fields: { run: text },
      run: async ({ actor, operations, fields }) => {
        const [kind = '', rhythm = ''] = fields.run.split(' ')
        return redirect(href('/profile/admin/statements/:id', { id: await operations.requestRun(actor, kind, rhythm) }))
      },
      notice: notices.statementsBegun,
      otherwise: 'STATEMENTS_FAILED',
    },
  },
})

/** Statements of all holders, as they are prepared and released. */
export default showList<typeof loader>(StatementsPage)
