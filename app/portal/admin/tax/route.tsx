import { href } from 'react-router'
import { readTinResultsCommand } from '../../../../rules/tax/matching.commands.ts'
import { type TaxQueue, taxPerPage, taxQueues } from '../../../../rules/tax/profile.ts'
import { commandActions } from '../../../commands/command-actions.ts'
import { loadList, showList } from '../../list-page.tsx'
import { pageNumber } from '../../list-place.ts'
import { TaxQueuePage } from './tax-queue-page.tsx'

/** Loads the queue of tax numbers; the query has which part to `show`, words `q`, and `page`, from 1. */
export const loader = loadList({
  view: query => {
    const asked = query.get('show') ?? ''
    const show: TaxQueue = Object.hasOwn(taxQueues, asked) ? (asked as TaxQueue) : 'review'
    return { show, search: query.get('q')?.trim() ?? '', page: pageNumber(query), size: taxPerPage }
  },
  read: ({ actor, operations }, { show, search, page }) =>
    operations.getTaxQueue(actor, { show, words: search, page: page - 1 }),
  none: { holders: [], total: 0, counts: undefined },
  failed: 'LOAD_TAX_FAILED',
})

/** POST: reads the file that the IRS returned. */
export const action = commandActions([readTinResultsCommand], { redirectTo: () => href('/profile/admin/tax') })

/** Whose tax number is missing, waits for a review, or doesn't match. */
export default showList<typeof loader>(TaxQueuePage)
