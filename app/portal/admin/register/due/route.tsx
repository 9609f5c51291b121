import { isDay } from '../../../../../rules/notes/days.ts'
import { formatCents } from '../../../../../rules/notes/money.ts'
import { paymentsRequested } from '../../../../../rules/notices.ts'
import { countOf } from '../../../../../rules/number.ts'
import { duePerPage } from '../../../../../rules/register.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text, texts } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
import { loadList, showList } from '../../../list-page.tsx'
import { pageNumber } from '../../../list-place.ts'
import { dueRange } from '../address.ts'
import { dueDays } from './due-days.ts'
import { DuePage, sumsOf } from './due-page.tsx'
import type { RecordAnswer } from './record-due.tsx'

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
export const action = defineActions<RecordAnswer>()({
  guard: administrator,
  keepsPageOnFault: true,
  otherwise: 'REGISTER_FAILED',
  intents: {
    record: {
      fields: { payment: texts, day: text, reference: text, withholds: text },
      run: async ({ actor, operations, fields: { payment, day, reference, withholds } }) => {
        const chosen = payment.map(each => {
          const [noteId = '', n = ''] = each.split(':')
          return { noteId, n: Number(n) }
        })
        const paid = { day, reference, withholds: withholds === '1' }
        const { asked, cents, refused } = await operations.requestDuePayments(actor, chosen, paid)
        const done = asked > 0 && paymentsRequested(countOf(asked, 'payment'), formatCents(cents, true))
        return { ...(done && { notice: done }), refused }
      },
    },
  },
})

/** What is to be paid, and when. */
export default showList<typeof loader>(DuePage)
