import { data } from 'react-router'
import { serverContext } from '../../../context.ts'
import { LastRead } from '../../last-read.tsx'
import { useMe } from '../../me.ts'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import { pageNumber } from '../page-number.ts'
import type { Route } from './+types/route'
import { DeleteRequests } from './delete-requests.tsx'

export { rereadUnlessOpening as shouldRevalidate } from '../../opened-document.ts'

/** A page, `page` from 1, of all open delete requests, oldest first. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const page = pageNumber(url.searchParams)
  const reading = server.operations.getDeleteRequests(actor, { page: page - 1 })
  const { value, trouble } = await resultOrError(reading, 'LOAD_DELETE_REQUESTS_FAILED')
  const requests = { page, requests: value?.requests ?? [], total: value?.total ?? 0, trouble }
  return data(requests, { status: trouble ? 500 : 200 })
}

/** All open delete requests. */
export default function DeleteRequestsRoute({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  return <LastRead read={loaderData}>{shown => <DeleteRequests me={me} {...shown} />}</LastRead>
}
