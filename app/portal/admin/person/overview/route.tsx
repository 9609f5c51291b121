import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import { useMe } from '../../../use-me.ts'
import type { Route } from './+types/route'
import { OverviewPage } from './overview-page.tsx'

/** The newest conversations and entries of the log that are told; their own pages have all. */
const told = { conversations: 3, entries: 5 }

/** Loads all that the office asks first about a person: what they hold, what waits, and what was said and done last. */
export async function loader({ url, params: { id }, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const { operations } = server
  const [holdings, waiting, { conversations, total }, remarks, { entries }, figures] = await unwrapOrRespond(
    Promise.all([
      operations.getHoldingsOf(actor, id),
      operations.getWaitingForPerson(actor, id),
      operations.getConversations(actor, { of: id }),
      operations.getRemarks(actor, { personId: id }),
      operations.getActivityOf(actor, id),
      operations.getPeopleFigures(actor, [id]),
    ]),
  )
  return {
    holdings,
    waiting,
    conversations: conversations.slice(0, told.conversations),
    moreConversations: total > told.conversations,
    remarks,
    entries: entries.slice(0, told.entries),
    figures: figures[id],
  }
}

/** One person on one page. */
export default function OverviewRoute({ loaderData, params }: Route.ComponentProps) {
  const me = useMe()
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <OverviewPage me={me} {...shown} />}
    </LastLoaded>
  )
}
