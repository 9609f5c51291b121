import { Outlet, useRouteLoaderData } from 'react-router'
import { pageMeta } from '../../site/meta.ts'
import { serverContext } from '../context.ts'
import { ErrorWords, errorTitle, PortalErrorBoundary } from '../portal/error-page.tsx'
import { LastLoaded } from '../portal/last-loaded.tsx'
import type { loader as portalLoader } from '../portal/portal-layout.tsx'
import { requireActor } from '../portal/require-actor.ts'
import { errorResponse, refusalFor, resultOrError } from '../portal/server-errors.ts'
import { useMe } from '../portal/use-me.ts'
import type { Route } from './+types/office-layout'
import { OfficeFrame } from './office-frame.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../portal/viewer-revalidation.ts'

/** A page sets its name itself, with `PageName`. */
export const meta: Route.MetaFunction = ({ error }) => [
  ...(error ? pageMeta(errorTitle(error) ?? '') : []),
  { name: 'robots', content: 'noindex' },
]

/** Counts pending items. Each page has its own guard; this one rejects people without any access to the office. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  if (!actor.isAdmin && !actor.isApprover && !actor.passkeyNeeded) throw errorResponse(refusalFor('FORBIDDEN'), 403)
  if (!actor.isAdmin) return { waiting: undefined }
  const { value } = await resultOrError(server.operations.getPendingWork(actor), 'LOAD_REQUESTS_FAILED')
  return { waiting: value }
}

/** The office: its own frame for every page below `/profile/admin`. */
export default function OfficeLayout({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  return (
    <LastLoaded loaded={loaderData}>
      {({ waiting }) => (
        <OfficeFrame me={me} waiting={waiting}>
          <Outlet context={me} />
        </OfficeFrame>
      )}
    </LastLoaded>
  )
}

/** A page's error is shown within the frame, to people with access to the office. */
export function ErrorBoundary() {
  const loaded = useRouteLoaderData<typeof portalLoader>('shell/portal/portal-layout')
  if (!(loaded && 'me' in loaded && loaded.me.isAdmin)) return <PortalErrorBoundary />
  return (
    <OfficeFrame me={loaded.me} waiting={undefined}>
      <ErrorWords />
    </OfficeFrame>
  )
}
