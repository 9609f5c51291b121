import { monthUpTo } from '../../../../../rules/register-days.ts'
import { loadList, showList } from '../../../list-page.tsx'
import { dayFrom, todayOfFund } from '../address.ts'
import { ChangesPage } from './changes-page.tsx'

/** Loads what is unlike last month; the query has the day `on` that the month ends with. */
export const loader = loadList({
  view: query => {
    const today = todayOfFund()
    const on = dayFrom(query, 'on', today)
    return { ...monthUpTo(on), on, isToday: on === today }
  },
  read: async ({ actor, operations }, month) => ({ changes: await operations.getRegisterChanges(actor, month) }),
  none: { changes: [] },
  failed: 'LOAD_REGISTER_FAILED',
})

/** What is unlike last month. */
export default showList<typeof loader>(ChangesPage)
