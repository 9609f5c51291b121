import { data, redirect } from 'react-router'
import { serverContext } from '../../../context.ts'
import { pageMeta, pageTitle } from '../../../site/meta.ts'
import { home, personPage } from '../../addresses.ts'
import { loadDocuments } from '../../documents/load-documents.ts'
import { errorTitle } from '../../error-page.tsx'
import { LastLoaded } from '../../last-loaded.tsx'
import { ManagedDocuments } from '../../managing/managed-documents.tsx'
import { nameOf } from '../../managing/person-name.ts'
import { requireActor, requireAdministrator } from '../../require-actor.ts'
import { unwrapOrRespond } from '../../server-errors.ts'
import { useMe } from '../../use-me.ts'
import type { Route } from './+types/route'
import { AccountStrip } from './account-strip.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../viewer-revalidation.ts'

/** The page itself renders its title, so that the title stays when the person can't be reloaded. */
export const meta: Route.MetaFunction = ({ error }) => [
  ...(error ? pageMeta(errorTitle(error) ?? '') : []),
  { name: 'robots', content: 'noindex' },
]

/**
 * Loads a person's account and documents; see `loadDocuments`.
 * @throws answers: no such person (404), redirect to the administrator's own documents (302)
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const own = requireActor(url, server).id === params.id
  if (own) throw redirect(home + url.search)
  const actor = requireAdministrator(url, server)
  const account = await unwrapOrRespond(server.operations.getUserForAdmin(actor, params.id))
  const person = { id: account.id, email: account.email, fullName: account.full_name }
  const { data: documents, init } = await loadDocuments(url.searchParams, person, actor, server.operations)
  return data({ ...documents, account }, init ?? undefined)
}

/** Another person's documents, as an administrator sees and manages them. */
export default function PersonDocuments({ loaderData, params }: Route.ComponentProps) {
  const me = useMe()
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => (
        <>
          <title>{pageTitle(`Documents of ${nameOf(shown.person)}`)}</title>
          <AccountStrip me={me} person={shown.account} />
          <ManagedDocuments key={shown.person.id} {...shown} me={me} page={personPage(shown.person.id)} />
        </>
      )}
    </LastLoaded>
  )
}
