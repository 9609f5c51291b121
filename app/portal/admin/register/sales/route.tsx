import { href } from 'react-router'
import { notices } from '../../../../../rules/notices.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
import { loadList, showList } from '../../../list-page.tsx'
import { todayOfFund } from '../address.ts'
import { SalesPage } from './sales-page.tsx'

/** Loads the sales of each offering, by state, with what was filed. */
export const loader = loadList({
  view: () => ({ today: todayOfFund() }),
  read: async ({ actor, operations }) => ({ sales: await operations.getSales(actor) }),
  none: { sales: [] },
  failed: 'LOAD_REGISTER_FAILED',
})

/** POST: records a filing, or withdraws one. */
export const action = defineActions()({
  guard: administrator,
  redirectTo: () => href('/profile/admin/register/sales'),
  otherwise: 'REGISTER_FAILED',
  intents: {
    file: {
      fields: { offering: text, what: text, day: text, receipt: text },
      run: ({ actor, operations, fields: { day, ...filing } }) =>
        operations.recordFiling(actor, { ...filing, filedOn: day }),
      notice: notices.filingRecorded,
    },
    withdraw: {
      fields: { filing: text },
      run: ({ actor, operations, fields }) => operations.withdrawFiling(actor, fields.filing),
      notice: notices.filingWithdrawn,
    },
  },
})

/** Sales by offering and state. */
export default showList<typeof loader>(SalesPage)
