import { data } from 'react-router'
import type { Leads } from '../../../../server/leads/manage-leads.ts'
import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import { pageNumber } from '../page-number.ts'
import type { Route } from './+types/route'
import { LeadsPage } from './leads-page.tsx'

const noLeads: Leads = { messages: [], calls: [], total: { messages: 0, calls: 0 } }

/** Loads one page of calls and one of messages; the query's `calls` and `messages` count from 1. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const page = { calls: pageNumber(url.searchParams, 'calls'), messages: pageNumber(url.searchParams, 'messages') }
  const asked = { calls: page.calls - 1, messages: page.messages - 1 }
  const { value = noLeads, loadError } = await resultOrError(
    server.operations.getLeadsForAdmin(actor, asked),
    'LOAD_REQUESTS_FAILED',
  )
  return data({ requests: value, page, loadError }, { status: loadError ? 500 : 200 })
}

/** Calls and messages of visitors. */
export default function LeadsRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <LeadsPage {...shown} />}</LastLoaded>
}
