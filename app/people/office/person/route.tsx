import { href, redirect } from 'react-router'
import { loadDocuments } from '../../../documents/investor/load-documents.ts'
import { serverContext } from '../../../shell/context.ts'
import { LastLoaded } from '../../../shell/portal/last-loaded.tsx'
import { requireActor, requireAdministrator } from '../../../shell/portal/require-actor.ts'
import { unwrapOrRespond } from '../../../shell/portal/server-errors.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { ManagedDocuments } from '../managing/managed-documents.tsx'
import type { Route } from './+types/route'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../../shell/portal/viewer-revalidation.ts'

/**
 * Loads a person's documents; see `loadDocuments`.
 * @throws answers: no such person (404), redirect to the administrator's own documents (302)
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const own = requireActor(url, server).id === params.id
  if (own) throw redirect(href('/profile') + url.search)
  const actor = requireAdministrator(url, server)
  const account = await unwrapOrRespond(server.operations.getUserForAdmin(actor, params.id))
  const person = { id: account.id, email: account.email, fullName: account.fullName }
  return loadDocuments(url.searchParams, person, actor, server.operations)
}

/** Another person's documents, for administrators to view and manage: the first section of their page. */
export default function PersonDocuments({ loaderData, params }: Route.ComponentProps) {
  const me = useMe()
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => (
        <ManagedDocuments
          key={shown.person.id}
          {...shown}
          me={me}
          page={href('/profile/admin/people/:id', { id: shown.person.id })}
        />
      )}
    </LastLoaded>
  )
}
