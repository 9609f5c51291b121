import { useRouteLoaderData } from 'react-router'
import type { loader } from './portal-layout.tsx'

/** For pages inside the portal's layout. @returns how many conversations have something new for the signed-in user */
export function useUnreadMessages(): number {
  return useRouteLoaderData<typeof loader>('portal/portal-layout')?.unread ?? 0
}
