import { data } from 'react-router'
import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import { useMe } from '../../use-me.ts'
import { pageNumber } from '../page-number.ts'
import type { Route } from './+types/route'
import { DeleteRequests } from './delete-requests.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../viewer-revalidation.ts'
export { action } from './decision-actions.ts'

/** Loads one page of all open delete requests, oldest first; the query has `page`, from 1, and `q`, a search. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const page = pageNumber(url.searchParams)
  const search = url.searchParams.get('q')?.trim() ?? ''
  const reading = server.operations.getDeleteRequests(actor, { page: page - 1, search })
  const { value, loadError } = await resultOrError(reading, 'LOAD_DELETE_REQUESTS_FAILED')
  const requests = { page, search, requests: value?.requests ?? [], total: value?.total ?? 0, loadError }
  return data(requests, { status: loadError ? 500 : 200 })
}

/** All open delete requests. */
export default function DeleteRequestsRoute({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  return <LastLoaded loaded={loaderData}>{shown => <DeleteRequests me={me} {...shown} />}</LastLoaded>
}
