import { loadList, showList } from '../../../list-page.tsx'
import { pastDayFrom } from '../address.ts'
import { BalancePage } from './balance-page.tsx'

/** Loads the trial balance; the query has the day whose evening it is of. */
export const loader = loadList({
  view: query => ({ on: pastDayFrom(query) }),
  read: async ({ actor, operations }, { on }) => ({ accounts: await operations.trialBalance(actor, on) }),
  none: { accounts: [] },
  failed: 'LOAD_REGISTER_FAILED',
})

/** The trial balance. */
export default showList<typeof loader>(BalancePage)
