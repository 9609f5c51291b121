import { href } from 'react-router'
import { recordFilingCommand, withdrawFilingCommand } from '../../../../../rules/sales.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
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
export const action = commandActions([recordFilingCommand, withdrawFilingCommand], {
  redirectTo: () => href('/profile/admin/register/sales'),
})

/** Sales by offering and state. */
export default showList<typeof loader>(SalesPage)
