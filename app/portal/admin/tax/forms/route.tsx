import { href, redirect } from 'react-router'
import { beginRunCommand } from '../../../../../rules/tax/run.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { loadList, showList } from '../../../list-page.tsx'
import { TaxRunsPage } from './tax-runs-page.tsx'

/** Loads the runs of tax forms, the newest first, and the years whose forms can be begun. */
export const loader = loadList({
  read: ({ actor, operations }) => operations.getTaxRuns(actor),
  none: { runs: [], toBegin: [], dates: [] },
  failed: 'LOAD_TAX_FAILED',
})

/** POST: begins the forms of a year. */
export const action = commandActions([beginRunCommand], {
  redirectTo: () => href('/profile/admin/tax/forms'),
  after: { [beginRunCommand.name]: (id: string) => redirect(href('/profile/admin/tax/forms/:id', { id })) },
})

/** Forms 1099-INT, year by year. */
export default showList<typeof loader>(TaxRunsPage)
