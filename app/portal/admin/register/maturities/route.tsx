import { data } from 'react-router'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { resultOrError } from '../../../server-errors.ts'
import { maturityDays, todayOfFund } from '../address.ts'
import type { Route } from './+types/route'
import { MaturitiesPage } from './maturities-page.tsx'

/** Loads when the outstanding notes mature. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const asked = { today: todayOfFund(), days: maturityDays }
  const reading = server.operations.getMaturities(actor, asked)
  const { value, loadError } = await resultOrError(reading, 'LOAD_REGISTER_FAILED')
  const shown = { ...asked, months: value?.months ?? [], notes: value?.notes ?? [], loadError }
  return data(shown, { status: loadError ? 500 : 200 })
}

/** When which principal comes due. */
export default function MaturitiesRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <MaturitiesPage {...shown} />}</LastLoaded>
}
