import { href, redirect } from 'react-router'
import { taxNotices as notices } from '../../../../../rules/tax/notices.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
import { loadList, showList } from '../../../list-page.tsx'
import { TaxRunsPage } from './tax-runs-page.tsx'

/** Loads the runs of tax forms, the newest first, and the years whose forms can be begun. */
export const loader = loadList({
  read: ({ actor, operations }) => operations.getTaxRuns(actor),
  none: { runs: [], toBegin: [], dates: [] },
  failed: 'LOAD_TAX_FAILED',
})

/** POST: begins the forms of a year. */
export const action = defineActions()({
  guard: administrator,
  redirectTo: () => href('/profile/admin/tax/forms'),
  intents: {
    begin: {
      fields: { year: text },
      run: async ({ actor, operations, fields }) =>
        redirect(href('/profile/admin/tax/forms/:id', { id: await operations.beginTaxRun(actor, fields.year) })),
      notice: notices.runBegun,
      otherwise: 'TAX_FAILED',
    },
  },
})

/** Forms 1099-INT, year by year. */
export default showList<typeof loader>(TaxRunsPage)
