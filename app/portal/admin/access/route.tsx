import { data } from 'react-router'
import { notices } from '../../../../rules/notices.ts'
import { defineActions } from '../../../actions/define-actions.ts'
import { administrator } from '../../../actions/guards.ts'
import { serverContext } from '../../../context.ts'
import { adminPages } from '../../addresses.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import { pageNumber } from '../page-number.ts'
import type { Route } from './+types/route'
import { AccessPage, accessSorts } from './access-page.tsx'

/** Loads one page of the access review; the query has `page`, from 1, and `sort`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const page = pageNumber(url.searchParams)
  const sort = accessSorts.find(each => each === url.searchParams.get('sort')) ?? 'right'
  const reading = server.operations.getAccessReview(actor, { page: page - 1, order: sort })
  const { value, loadError } = await resultOrError(reading, 'LOAD_ACCESS_FAILED')
  const review = { page, sort, entries: value?.entries ?? [], total: value?.total ?? 0, last: value?.last, loadError }
  return data(review, { status: loadError ? 500 : 200 })
}

/** POST: records that the review is done. */
export const action = defineActions()({
  guard: administrator,
  redirectTo: () => adminPages.access,
  intents: {
    done: {
      run: ({ actor, operations }) => operations.recordAccessReview(actor),
      notice: notices.accessReviewed,
      otherwise: 'REVIEW_FAILED',
    },
  },
})

/** Who has access. */
export default function AccessRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <AccessPage {...shown} />}</LastLoaded>
}
