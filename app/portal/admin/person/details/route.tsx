import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import { useMe } from '../../../use-me.ts'
import type { Route } from './+types/route'
import { DetailsPage } from './details-page.tsx'

/** Loads what administrators have noted about a person. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  return { remarks: await unwrapOrRespond(server.operations.getRemarks(actor, { personId: params.id })) }
}

export default function DetailsRoute({ loaderData, params }: Route.ComponentProps) {
  const me = useMe()
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {({ remarks }) => <DetailsPage me={me} remarks={remarks} />}
    </LastLoaded>
  )
}
