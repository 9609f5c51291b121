import { Outlet } from 'react-router'
import { serverContext } from '../context.ts'
import { requireAdministrator } from '../portal/require-actor.ts'
import { useLiveUpdates } from '../portal/use-live-updates.ts'
import { useMe } from '../portal/use-me.ts'
import type { Route } from './+types/admin-layout'
import { useRememberList } from './last-list.ts'

export { shouldRevalidateDocuments as shouldRevalidate } from '../portal/viewer-revalidation.ts'

export function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(url, context.get(serverContext))
  return null
}

/**
 * The administrators' lists. An open one follows changes to everyone's documents, and goes to the sign-in page when the
 * session ends.
 */
export default function AdminLayout() {
  const me = useMe()
  useLiveUpdates('all')
  useRememberList()
  return <Outlet context={me} />
}
