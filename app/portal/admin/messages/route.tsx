import { data } from 'react-router'
import type { ConversationList } from '../../../../server/messages/conversations.ts'
import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import { useLiveUpdates } from '../../use-live-updates.ts'
import { useRememberList } from '../last-list.ts'
import { asAsked } from '../list-place.ts'
import type { Route } from './+types/route'
import { InboxPage } from './inbox-page.tsx'
import { readInboxQuery } from './inbox-query.ts'

const none: ConversationList = { conversations: [], total: 0, more: false }

/**
 * Loads one page of everyone's conversations, as the query asks (`inbox-query.ts`).
 * @throws answers: those of `requireAdministrator`
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const query = readInboxQuery(url.searchParams)
  const { show, kind } = query
  const { value = none, loadError } = await resultOrError(
    server.operations.getConversations(actor, { filter: show, kind, ...asAsked(query) }),
    'LOAD_MESSAGES_FAILED',
  )
  return data({ list: value, query, loadError }, { status: loadError ? 500 : 200 })
}

/** The fund's inbox: investors' conversations, visitors' messages and calls. */
export default function InboxRoute({ loaderData }: Route.ComponentProps) {
  useLiveUpdates('all')
  useRememberList()
  return <LastLoaded loaded={loaderData}>{shown => <InboxPage {...shown} />}</LastLoaded>
}
