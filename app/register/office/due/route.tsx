import { isDay } from '../../../../rules/days.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { loadList, showList } from '../../../shell/portal/list-page.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { recordDueCommand } from '../../due.commands.ts'
import { duePerPage } from '../../register.ts'
import { dueRange } from '../address.ts'
import { dueDays } from './due-days.ts'
import { DuePage, sumsOf } from './due-page.tsx'

/**
 * Loads the payments due; the query has the days `from` and `to`, `page`, from 1, and the pay day whose payments are
 * selected, `select`. The sums are those of all pages.
 */
export const loader = loadList({
  view: query => {
    const select = query.get('select') ?? ''
    return { ...dueRange(query), page: pageNumber(query), select: isDay(select) ? select : undefined }
  },
  read: async ({ actor, operations }, { page, select: _, ...range }) => {
    const payments = await operations.getDuePayments(actor, range)
    const first = (page - 1) * duePerPage
    const shown = payments.slice(first, first + duePerPage)
    return { sums: sumsOf(payments), days: dueDays(payments), payments: shown, total: payments.length }
  },
  none: { payments: [], total: 0, days: {}, sums: sumsOf([]) },
  failed: 'LOAD_REGISTER_FAILED',
})

/** POST: requests approval of several payments made on one day. */
export const action = commandActions([recordDueCommand], {})

/** Payments due, by day. */
export default showList<typeof loader>(DuePage)
