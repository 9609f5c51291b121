import { monthUpTo } from '../../../../../rules/register-days.ts'
import { loadList, showList } from '../../../list-page.tsx'
import { pageNumber } from '../../../list-place.ts'
import { dayFrom, todayOfFund } from '../address.ts'
import { ChangesPage } from './changes-page.tsx'

/** Loads a page of what is unlike last month; the query has the day `on` that the month ends with, and `page`, from 1. */
export const loader = loadList({
  view: query => {
    const today = todayOfFund()
    const on = dayFrom(query, 'on', today)
    return { ...monthUpTo(on), on, isToday: on === today, page: pageNumber(query) }
  },
  read: ({ actor, operations }, { page, from, to }) =>
    operations.getRegisterChanges(actor, { from, to, page: page - 1 }),
  none: { changes: [], counts: {}, total: 0 },
  failed: 'LOAD_REGISTER_FAILED',
})

/** What is unlike last month. */
export default showList<typeof loader>(ChangesPage)
