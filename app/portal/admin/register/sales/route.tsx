import { data } from 'react-router'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { resultOrError } from '../../../server-errors.ts'
import { todayOfFund } from '../address.ts'
import type { Route } from './+types/route'
import { SalesPage } from './sales-page.tsx'

/** Loads the sales of each offering, by state. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const { value, loadError } = await resultOrError(server.operations.getSales(actor), 'LOAD_REGISTER_FAILED')
  return data({ today: todayOfFund(), sales: value ?? [], loadError }, { status: loadError ? 500 : 200 })
}

/** Sales by offering and state. */
export default function SalesRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <SalesPage {...shown} />}</LastLoaded>
}
