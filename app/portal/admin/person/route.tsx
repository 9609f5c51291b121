import { redirect } from 'react-router'
import { serverContext } from '../../../context.ts'
import { pageMeta, pageTitle } from '../../../site/meta.ts'
import { home, personPage } from '../../addresses.ts'
import { loadDocuments } from '../../documents/loader.ts'
import { errorTitle } from '../../error-page.tsx'
import { LastRead } from '../../last-read.tsx'
import { ManagedDocuments } from '../../managing/managed-documents.tsx'
import { nameOf } from '../../managing/person-name.ts'
import { useMe } from '../../me.ts'
import { requireActor, requireAdministrator } from '../../require-actor.ts'
import { unwrapOrRespond } from '../../server-errors.ts'
import type { Route } from './+types/route'

export { rereadUnlessOpening as shouldRevalidate } from '../../opened-document.ts'

/** What the page is called is rendered with it, so that it stays where the person can't be read again. */
export const meta: Route.MetaFunction = ({ error }) => [
  ...(error ? pageMeta(errorTitle(error) ?? '') : []),
  { name: 'robots', content: 'noindex' },
]

/**
 * A person's documents; see `loadDocuments`.
 * @throws also nobody of that id (404), the administrator's own (302)
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const own = requireActor(url, server).id === params.id
  if (own) throw redirect(home + url.search)
  const actor = requireAdministrator(url, server)
  const { id, email, full_name } = await unwrapOrRespond(server.operations.getUserProfile(actor, params.id))
  return loadDocuments(url.searchParams, { id, email, fullName: full_name }, actor, server.operations)
}

/** Another person's documents, as an administrator sees and manages them. */
export default function PersonDocuments({ loaderData, params }: Route.ComponentProps) {
  const me = useMe()
  return (
    <LastRead read={loaderData} place={params.id}>
      {shown => (
        <>
          <title>{pageTitle(`Documents of ${nameOf(shown.person)}`)}</title>
          <ManagedDocuments key={shown.person.id} {...shown} me={me} page={personPage(shown.person.id)} />
        </>
      )}
    </LastRead>
  )
}
