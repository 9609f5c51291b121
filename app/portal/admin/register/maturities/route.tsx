import { maturityDays } from '../../../../../rules/register.ts'
import { loadList, showList } from '../../../list-page.tsx'
import { pageNumber } from '../../../list-place.ts'
import { todayOfFund } from '../address.ts'
import { MaturitiesPage } from './maturities-page.tsx'

/** Loads when the outstanding notes mature; the query has the `page` of the next ones, from 1. */
export const loader = loadList({
  view: query => ({ today: todayOfFund(), days: maturityDays, page: pageNumber(query) }),
  read: ({ actor, operations }, { page, ...asked }) => operations.getMaturities(actor, { ...asked, page: page - 1 }),
  none: { months: [], notes: [], total: 0 },
  failed: 'LOAD_REGISTER_FAILED',
})

/** When which principal comes due. */
export default showList<typeof loader>(MaturitiesPage)
