import { loadList, showList } from '../../../list-page.tsx'
import { pageNumber } from '../../../list-place.ts'
import { pastDayFrom } from '../address.ts'
import { TieOutPage } from './tie-out-page.tsx'

/** Loads the comparison of account 2010 with the register; the query has the day `on`, and `page`, from 1. */
export const loader = loadList({
  view: query => ({ on: pastDayFrom(query), page: pageNumber(query) }),
  read: ({ actor, operations }, { on, page }) => operations.getTieOut(actor, { on, page: page - 1 }),
  none: { holders: [], total: 0, differing: 0, totals: { ledger: 0n, register: 0n } },
  failed: 'LOAD_REGISTER_FAILED',
})

/** Principal by holder, in the ledger and in the register. */
export default showList<typeof loader>(TieOutPage)
