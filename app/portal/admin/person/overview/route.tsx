import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { useMe } from '../../../use-me.ts'
import type { Route } from './+types/route'
import { loadOverview } from './load-overview.ts'
import { OverviewPage } from './overview-page.tsx'

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  return loadOverview({ actor: requireAdministrator(url, server), operations: server.operations }, params.id)
}

export default function OverviewRoute({ loaderData, params }: Route.ComponentProps) {
  const me = useMe()
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <OverviewPage me={me} {...shown} />}
    </LastLoaded>
  )
}
