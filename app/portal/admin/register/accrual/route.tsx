import { loadList, showList } from '../../../list-page.tsx'
import { accrualDay } from '../address.ts'
import { AccrualPage } from './accrual-page.tsx'

/** Loads the interest that had accrued; the query has the day `on`. */
export const loader = loadList({
  view: query => ({ on: accrualDay(query) }),
  read: ({ actor, operations }, { on }) => operations.getAccrual(actor, on),
  none: { notes: [], sum: 0n, paidAhead: 0n },
  failed: 'LOAD_REGISTER_FAILED',
})

/** Accrued interest at a month's end, as a journal entry. */
export default showList<typeof loader>(AccrualPage)
