import { duePerPage } from '../../../../../rules/register.ts'
import { loadList, showList } from '../../../list-page.tsx'
import { pageNumber } from '../../../list-place.ts'
import { dueRange } from '../address.ts'
import { DuePage, sumsOf } from './due-page.tsx'

/** Loads the payments due; the query has the days `from` and `to`, and `page`, from 1. The sums are those of all pages. */
export const loader = loadList({
  view: query => ({ ...dueRange(query), page: pageNumber(query) }),
  read: async ({ actor, operations }, { page, ...range }) => {
    const payments = await operations.getDuePayments(actor, range)
    const first = (page - 1) * duePerPage
    return { sums: sumsOf(payments), payments: payments.slice(first, first + duePerPage), total: payments.length }
  },
  none: { payments: [], total: 0, sums: sumsOf([]) },
  failed: 'LOAD_REGISTER_FAILED',
})

/** What is to be paid, and when. */
export default showList<typeof loader>(DuePage)
