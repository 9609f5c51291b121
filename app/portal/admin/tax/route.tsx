import { href } from 'react-router'
import { type TaxQueue, taxPerPage, taxQueues } from '../../../../rules/tax/profile.ts'
import { defineActions } from '../../../actions/define-actions.ts'
import { administrator } from '../../../actions/guards.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { loadList, type Shown } from '../../list-page.tsx'
import { pageNumber } from '../../list-place.ts'
import { chosenFile } from '../register/chosen-file.ts'
import type { Route } from './+types/route'
import type { ResultsAnswer } from './results-answer.ts'
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
export const action = defineActions<ResultsAnswer>()({
  guard: administrator,
  refused: (_, { error }) => ({ ...(error && { error }) }),
  keepsPageOnFault: true,
  otherwise: 'TAX_FAILED',
  redirectTo: () => href('/profile/admin/tax'),
  intents: {
    results: {
      run: async ({ actor, operations, form }) => {
        const { content } = await chosenFile(form)
        return { outcome: await operations.readTinResults(actor, content) }
      },
      isShownOnce: true,
    },
  },
})

/** Whose tax number is missing, waits for a review, or doesn't match. */
export default function TaxQueueRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LastLoaded<Shown<typeof loader>> loaded={loaderData}>
      {shown => <TaxQueuePage {...shown} answered={actionData} />}
    </LastLoaded>
  )
}
