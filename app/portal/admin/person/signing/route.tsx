import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import { useMe } from '../../../use-me.ts'
import type { Route } from './+types/route'
import { SigningSection } from './signing-section.tsx'

/** Loads a person's outstanding and completed signing links and document requests. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { operations } = context.get(serverContext)
  const actor = requireAdministrator(url, context.get(serverContext))
  const personId = params.id
  const [open, confirmed, asked, received] = await unwrapOrRespond(
    Promise.all([
      operations.getSigningLinks(actor, { personId }),
      operations.getSigningLinks(actor, { personId, filter: 'confirmed' }),
      operations.getDocumentRequests(actor, { personId }),
      operations.getDocumentRequests(actor, { personId, filter: 'received' }),
    ]),
  )
  return { links: [...open.links, ...confirmed.links], requests: [...asked.requests, ...received.requests] }
}

export default function SigningRoute({ loaderData, params }: Route.ComponentProps) {
  const me = useMe()
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => <SigningSection me={me} {...shown} />}
    </LastLoaded>
  )
}
