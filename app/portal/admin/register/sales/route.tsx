import { loadList, showList } from '../../../list-page.tsx'
import { todayOfFund } from '../address.ts'
import { SalesPage } from './sales-page.tsx'

/** Loads the sales of each offering, by state. */
export const loader = loadList({
  view: () => ({ today: todayOfFund() }),
  read: async ({ actor, operations }) => ({ sales: await operations.getSales(actor) }),
  none: { sales: [] },
  failed: 'LOAD_REGISTER_FAILED',
})

/** Sales by offering and state. */
export default showList<typeof loader>(SalesPage)
