import { data, href, redirect } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import { serverContext } from '../../context.ts'
import { lazyWithFallback } from '../../lazy-with-fallback.ts'
import { RouteAssets } from '../../route-assets.tsx'
import { loadToday } from '../admin/today/load-today.ts'
import { InvestorHome } from '../home/investor-home.tsx'
import { LastLoaded } from '../last-loaded.tsx'
import { LoadError } from '../load-error.tsx'
import type { ManagedDocumentsProps } from '../managing/managed-documents.tsx'
import { refusal } from '../refusal.ts'
import { passkeyPage, requireActor } from '../require-actor.ts'
import { useMe } from '../use-me.ts'
import type { Route } from './+types/route'
import { type DocumentsData, loadDocuments } from './load-documents.ts'

export { shouldRevalidateDocuments as shouldRevalidate } from '../viewer-revalidation.ts'

/** Loaded on demand, so that investors don't download what only administrators need. */
const ManagedDocuments = lazyWithFallback<ManagedDocumentsProps>(
  () => import('../managing/load-managed-documents.ts').then(({ loadManagedDocuments }) => loadManagedDocuments()),
  () => <LoadError error={refusal('NO_CONNECTION')} reload />,
)

/**
 * Loads the reader's own documents; see `loadDocuments`. Administrators get what is waiting, too.
 * @throws answers: redirect to the page about passkeys (302), and of those who only look at what others show them to that
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  // Where sign-in leads. Its page leads on to `/profile?later`, and a list that is filtered was past it.
  if (actor.passkeyNeeded && !url.search) throw redirect(passkeyPage)
  // Asked for at once, both cost what one of them does.
  const [documents, today] = await Promise.all([
    loadDocuments(url.searchParams, actor, actor, server.operations, actor.isAdmin ? undefined : server.account),
    actor.isAdmin ? loadToday(actor, server.operations) : undefined,
  ])
  if (looksOnly(actor, documents.data) && !url.search) throw redirect(href('/profile/shared'))
  if (!today) return documents
  return data({ ...documents.data, today }, documents.init ?? undefined)
}

/** Whether somebody is here as a delegate alone, and has nothing of their own. */
function looksOnly({ isMember, isAdmin }: Actor, { total, loadError, home }: DocumentsData): boolean {
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
            <RouteAssets of="portal/admin/person/route" />
            <ManagedDocuments {...shown} me={me} page={href('/profile')} />
          </>
        ) : (
          <InvestorHome {...shown} me={me} />
        )
      }
    </LastLoaded>
  )
}
