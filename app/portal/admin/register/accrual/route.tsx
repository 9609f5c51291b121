import { registerPerPage } from '../../../../../rules/register.ts'
import { loadList, showList } from '../../../list-page.tsx'
import { pageNumber } from '../../../list-place.ts'
import { accrualDay } from '../address.ts'
import { AccrualPage } from './accrual-page.tsx'

/** Loads the interest that had accrued; the query has the day `on`, and `page`, from 1. */
export const loader = loadList({
  view: query => ({ on: accrualDay(query), page: pageNumber(query) }),
  read: async ({ actor, operations }, { on, page }) => {
    const { notes, ...accrual } = await operations.getAccrual(actor, on)
    const from = (page - 1) * registerPerPage
    return { ...accrual, total: notes.length, notes: notes.slice(from, from + registerPerPage) }
  },
  none: { notes: [], total: 0, sum: 0n, paidAhead: 0n },
  failed: 'LOAD_REGISTER_FAILED',
})

/** Accrued interest at a month's end, as a journal entry. */
export default showList<typeof loader>(AccrualPage)
