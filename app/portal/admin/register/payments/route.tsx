import { loadList, showList } from '../../../list-page.tsx'
import { pageNumber } from '../../../list-place.ts'
import { paymentsFrom, todayOfFund } from '../address.ts'
import { PaymentsPage } from './payments-page.tsx'

const nothing = { interest: 0n, principal: 0n, total: 0n, withheld: 0n }

/** Loads a year's payments; the query has the `year`, what is searched for, `q`, the `view`, and `page`, from 1. */
export const loader = loadList({
  view: query => ({ ...paymentsFrom(query), page: pageNumber(query), today: todayOfFund() }),
  read: async ({ actor, operations }, { year, search, view, page }) => {
    const place = { year, search, page: page - 1 }
    if (view === 'payments') return { ...(await operations.getPaymentRegister(actor, place)), holders: [] }
    const [{ holders, total }, register] = await Promise.all([
      operations.getPaymentsByHolder(actor, place),
      operations.getPaymentRegister(actor, { ...place, page: 0, size: 0 }),
    ])
    return { ...register, holders, total }
  },
  none: {
    payments: [],
    holders: [],
    total: 0,
    totals: { payment: nothing, return: nothing, correction: nothing, all: nothing, boxOne: 0n },
    ties: null,
    years: [],
  },
  failed: 'LOAD_REGISTER_FAILED',
})

/** The payments of a year. */
export default showList<typeof loader>(PaymentsPage)
