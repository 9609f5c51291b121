import { useRouteLoaderData } from 'react-router'
import type { Accounts } from '../../holders/server/accounts.ts'
import type { loader } from './portal-layout.tsx'

/** For pages inside the portal's layout. @returns the reader's accounts, if they have several */
export function useAccounts(): Accounts | undefined {
  return useRouteLoaderData<typeof loader>('shell/portal/portal-layout')?.accounts
}
