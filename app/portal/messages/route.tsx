import { data, href, redirect } from 'react-router'
import type { ConversationList } from '../../../server/messages/conversations.ts'
import { serverContext } from '../../context.ts'
import { LastLoaded } from '../last-loaded.tsx'
import { requireActor } from '../require-actor.ts'
import { resultOrError } from '../server-errors.ts'
import { useLiveUpdates } from '../use-live-updates.ts'
import { useMe } from '../use-me.ts'
import type { Route } from './+types/route'
import { MessagesPage } from './messages-page.tsx'

const none: ConversationList = { conversations: [], total: 0, more: false }

/**
 * Loads one page of the reader's conversations; the query's `page` counts from 1.
 * @throws answers: those of `requireActor`; an administrator is led to the inbox (302)
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  if (actor.isAdmin) throw redirect(href('/profile/admin/messages'))
  const page = Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1)
  const { value = none, loadError } = await resultOrError(
    server.operations.getConversations(actor, { of: actor.id, page: Math.min(page, 1000) - 1 }),
    'LOAD_MESSAGES_FAILED',
  )
  return data({ list: value, page, loadError }, { status: loadError ? 500 : 200 })
}

/** The Messages tab. */
export default function MessagesRoute({ loaderData }: Route.ComponentProps) {
  useLiveUpdates(useMe().id)
  return <LastLoaded loaded={loaderData}>{shown => <MessagesPage {...shown} />}</LastLoaded>
}
