import { useEffect } from 'react'
import { href, redirect, useRevalidator } from 'react-router'
import { paperFilters } from '../../../../../rules/bulk-papers/words.ts'
import { notices } from '../../../../../rules/notices.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { pageNumber } from '../../../list-place.ts'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import type { Route } from './+types/route'
import { BatchPage } from './batch-page.tsx'

/**
 * Loads a bulk delivery with a page of its documents; the query has `page`, from 1, and `show` for some of them.
 * @throws answers: not signed in, not allowed, and no such batch (404)
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const page = pageNumber(url.searchParams)
  const show = paperFilters.find(each => each === url.searchParams.get('show')) ?? 'all'
  const found = server.operations.getBatch(actor, params.id, { page: page - 1, show })
  return { page, show, ...(await unwrapOrRespond(found)) }
}

/** POST: what happens to a batch as a whole. */
export const action = defineActions()({
  guard: administrator,
  redirectTo: ({ param }) => href('/profile/admin/bulk/:id', { id: param('id') }),
  otherwise: 'BULK_FAILED',
  intents: {
    release: {
      run: ({ actor, operations, param }) => operations.requestPaperRelease(actor, param('id')),
      notice: notices.batchAsked,
    },
    again: {
      fields: { split: text, pages: text },
      run: ({ actor, operations, param, fields: { split, pages } }) =>
        operations.readBatchAgain(actor, param('id'), { mode: split, pages }),
      notice: notices.batchRead,
    },
    exclude: {
      fields: { reason: text },
      run: ({ actor, operations, param, fields }) => operations.excludeOpenPapers(actor, param('id'), fields.reason),
      notice: notices.paperExcluded,
    },
    discard: {
      run: async ({ actor, operations, param }) => {
        await operations.discardBatch(actor, param('id'))
        return redirect(href('/profile/admin/bulk'))
      },
      notice: notices.batchDiscarded,
    },
    continue: {
      run: ({ actor, operations, param }) => operations.continueRelease(actor, param('id')),
      notice: notices.batchContinued,
    },
    recall: {
      fields: { reason: text },
      run: async ({ actor, operations, param, fields }) => {
        await operations.recallBatch(actor, param('id'), fields.reason)
      },
      notice: notices.batchRecalled,
    },
  },
})

/** While a job works on it, the page looks again this often (ms). */
const looksAgain = 2000

/** A bulk delivery: how it is divided, whose each document is, and what became of them. */
export default function BatchRoute({ loaderData, params }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const isWorking = 'batch' in loaderData && ['matching', 'approved'].includes(loaderData.batch.state)
  useEffect(() => {
    if (!isWorking) return
    const timer = setInterval(revalidate, looksAgain)
    return () => clearInterval(timer)
  }, [isWorking, revalidate])
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <BatchPage key={shown.batch.id} {...shown} />}
    </LastLoaded>
  )
}
