import { data } from 'react-router'
import type { Requests } from '../../../../server/leads/requests.ts'
import { serverContext } from '../../../context.ts'
import { LastRead } from '../../last-read.tsx'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import { pageNumber } from '../page-number.ts'
import type { Route } from './+types/route'
import { Leads } from './leads.tsx'

const none: Requests = { messages: [], calls: [], total: { messages: 0, calls: 0 } }

/** What visitors left: a page of `calls` and one of `messages`, each from 1. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const page = { calls: pageNumber(url.searchParams, 'calls'), messages: pageNumber(url.searchParams, 'messages') }
  const asked = { calls: page.calls - 1, messages: page.messages - 1 }
  const { value = none, trouble } = await resultOrError(
    server.operations.getRequestsForAdmin(actor, asked),
    'LOAD_REQUESTS_FAILED',
  )
  return data({ requests: value, page, trouble }, { status: trouble ? 500 : 200 })
}

/** What visitors left. */
export default function LeadsRoute({ loaderData }: Route.ComponentProps) {
  return <LastRead read={loaderData}>{shown => <Leads {...shown} />}</LastRead>
}
