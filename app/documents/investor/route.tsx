import { data, href, redirect } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import { InvestorHome } from '../../home/investor/investor-home.tsx'
import type { ManagedDocumentsProps } from '../../people/office/managing/managed-documents.tsx'
import { serverContext } from '../../shell/context.ts'
import { lazyWithFallback } from '../../shell/lazy-with-fallback.ts'
import { LastLoaded } from '../../shell/portal/last-loaded.tsx'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { refusal } from '../../shell/portal/refusal.ts'
import { passkeyPage, requireActor } from '../../shell/portal/require-actor.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import { RouteAssets } from '../../shell/route-assets.tsx'
import { loadToday } from '../../today/office/load-today.ts'
import type { Route } from './+types/route'
import { type DocumentsData, loadDocuments } from './load-documents.ts'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../shell/portal/viewer-revalidation.ts'

/** Loaded on demand, so that investors don't download administrators' scripts. */
const ManagedDocuments = lazyWithFallback<ManagedDocumentsProps>(
  () =>
    import('../../people/office/managing/load-managed-documents.ts').then(({ loadManagedDocuments }) =>
      loadManagedDocuments(),
    ),
  () => <LoadError error={refusal('NO_CONNECTION')} reload />,
)

/**
 * Loads the reader's own documents; see `loadDocuments`. Administrators also get their pending items.
 * @throws answers: redirect (302) to the page about passkeys, or from a delegate to the shared documents
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  // The landing page after sign-in. The page about passkeys continues to `/profile?later`; filters come later still.
  if (actor.passkeyNeeded && !url.search) throw redirect(passkeyPage)
  // Requested together: both take as long as one.
  const [documents, today] = await Promise.all([
    loadDocuments(url.searchParams, actor, actor, server.operations, actor.isAdmin ? undefined : server.account),
    actor.isAdmin ? loadToday(actor, server.operations) : undefined,
  ])
  if (isOnlyDelegate(actor, documents.data) && !url.search) throw redirect(href('/profile/shared'))
  if (!today) return documents
  return data({ ...documents.data, today }, documents.init ?? undefined)
}

/** Whether the reader is only a delegate, without anything of their own. */
function isOnlyDelegate({ isMember, isAdmin }: Actor, { total, loadError, home }: DocumentsData): boolean {
  return !isMember && !isAdmin && total === 0 && !loadError && home !== undefined && home.shares + home.invitations > 0
}

/** The Documents tab: an investor's home, or an administrator's own documents. */
export default function OwnDocuments({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  return (
    <LastLoaded loaded={loaderData}>
      {shown =>
        me.isAdmin ? (
          <>
            <RouteAssets of="people/office/person/route" />
            <ManagedDocuments {...shown} me={me} page={href('/profile')} />
          </>
        ) : (
          <InvestorHome {...shown} me={me} />
        )
      }
    </LastLoaded>
  )
}
