import { loadList, showList } from '../../../list-page.tsx'
import { pageNumber } from '../../../list-place.ts'
import { yearFrom } from '../address.ts'
import { InterestPage } from './interest-page.tsx'

/** Loads what holders were paid of interest in a year; the query has the `year`, and `page`, from 1. */
export const loader = loadList({
  view: query => ({ year: yearFrom(query), page: pageNumber(query) }),
  read: ({ actor, operations }, { year, page }) => operations.getInterestPaid(actor, { year, page: page - 1 }),
  none: { holders: [], total: 0, totals: { paid: 0n, returned: 0n, net: 0n, withheld: 0n }, years: [] },
  failed: 'LOAD_REGISTER_FAILED',
})

/** Interest paid, by holder and year. */
export default showList<typeof loader>(InterestPage)
