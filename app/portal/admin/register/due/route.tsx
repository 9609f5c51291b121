import { loadList, showList } from '../../../list-page.tsx'
import { dueRange } from '../address.ts'
import { DuePage } from './due-page.tsx'

/** Loads the payments due; the query has the days `from` and `to`. */
export const loader = loadList({
  view: dueRange,
  read: async ({ actor, operations }, range) => ({ payments: await operations.getDuePayments(actor, range) }),
  none: { payments: [] },
  failed: 'LOAD_REGISTER_FAILED',
})

/** What is to be paid, and when. */
export default showList<typeof loader>(DuePage)
