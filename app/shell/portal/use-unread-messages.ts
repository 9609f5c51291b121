import { useRouteLoaderData } from 'react-router'
import type { loader } from './portal-layout.tsx'

/** For pages inside the portal's layout. @returns the number of the reader's conversations with new messages */
export function useUnreadMessages(): number {
  return useRouteLoaderData<typeof loader>('shell/portal/portal-layout')?.unread ?? 0
}
