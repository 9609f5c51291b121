import { redirect } from 'react-router'
import { serverContext } from '../../context.ts'
import { lazyWithFallback } from '../../lazy-with-fallback.ts'
import { RouteAssets } from '../../route-assets.tsx'
import { home } from '../addresses.ts'
import { refusal } from '../errors.ts'
import { LastRead } from '../last-read.tsx'
import type { ManagedProps } from '../managing/managed-documents.tsx'
import { useMe } from '../me.ts'
import { currentAddress } from '../old-addresses.ts'
import { requireActor } from '../require-actor.ts'
import { Trouble } from '../trouble.tsx'
import type { Route } from './+types/route'
import { DocumentsPage } from './documents-page.tsx'
import { investorTools } from './investor-tools.tsx'
import { loadDocuments } from './loader.ts'

export { rereadUnlessOpening as shouldRevalidate } from '../opened-document.ts'

/** What only administrators need is never in an investor's browser. */
const ManagedDocuments = lazyWithFallback<ManagedProps>(
  () => import('../managing/managed-documents.tsx').then(({ ManagedDocuments }) => ({ default: ManagedDocuments })),
  () => <Trouble trouble={refusal('NO_CONNECTION')} reload />,
)

/** The reader's own documents; see `loadDocuments`. @throws also to where an address of before leads now (302) */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const moved = currentAddress(url.searchParams)
  if (moved) throw redirect(moved)
  return loadDocuments(url.searchParams, actor, actor, server.operations)
}

/** The documents' tab. */
export default function OwnDocuments({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  return (
    <LastRead read={loaderData}>
      {shown =>
        me.isAdmin ? (
          <>
            <RouteAssets of="portal/admin/person/route" />
            <ManagedDocuments {...shown} me={me} page={home} />
          </>
        ) : (
          <DocumentsPage {...shown} me={me} page={home} tools={investorTools} />
        )
      }
    </LastRead>
  )
}
