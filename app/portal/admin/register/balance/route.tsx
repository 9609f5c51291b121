import { data } from 'react-router'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { resultOrError } from '../../../server-errors.ts'
import { pastDayFrom } from '../address.ts'
import type { Route } from './+types/route'
import { BalancePage } from './balance-page.tsx'

/** Loads the trial balance; the query has the day whose evening it is of. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const on = pastDayFrom(url.searchParams)
  const { value, loadError } = await resultOrError(server.operations.trialBalance(actor, on), 'LOAD_REGISTER_FAILED')
  return data({ on, accounts: value ?? [], loadError }, { status: loadError ? 500 : 200 })
}

/** The trial balance. */
export default function BalanceRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <BalancePage {...shown} />}</LastLoaded>
}
