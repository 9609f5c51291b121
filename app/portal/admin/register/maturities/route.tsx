import { maturityDays } from '../../../../../rules/register.ts'
import { loadList, showList } from '../../../list-page.tsx'
import { todayOfFund } from '../address.ts'
import { MaturitiesPage } from './maturities-page.tsx'

/** Loads when the outstanding notes mature. */
export const loader = loadList({
  view: () => ({ today: todayOfFund(), days: maturityDays }),
  read: ({ actor, operations }, asked) => operations.getMaturities(actor, asked),
  none: { months: [], notes: [] },
  failed: 'LOAD_REGISTER_FAILED',
})

/** When which principal comes due. */
export default showList<typeof loader>(MaturitiesPage)
