import { loadList, showList } from '../../../list-page.tsx'
import { yearFrom } from '../address.ts'
import { RollForwardPage } from './roll-forward-page.tsx'

/** Loads notes payable by month; the query has the `year`. */
export const loader = loadList({
  view: query => ({ year: yearFrom(query) }),
  read: ({ actor, operations }, { year }) => operations.getRollForward(actor, { year }),
  none: { months: [], through: '', maturities: [], years: [] },
  failed: 'LOAD_REGISTER_FAILED',
})

/** Notes payable, from month to month. */
export default showList<typeof loader>(RollForwardPage)
