import { data } from 'react-router'
import { monthUpTo } from '../../../../../rules/register-days.ts'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { resultOrError } from '../../../server-errors.ts'
import { dayFrom, todayOfFund } from '../address.ts'
import type { Route } from './+types/route'
import { ChangesPage } from './changes-page.tsx'

/** Loads what is unlike last month; the query has the day `on` that the month ends with. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const today = todayOfFund()
  const on = dayFrom(url.searchParams, 'on', today)
  const month = monthUpTo(on)
  const reading = server.operations.getRegisterChanges(actor, month)
  const { value, loadError } = await resultOrError(reading, 'LOAD_REGISTER_FAILED')
  const shown = { on, from: month.from, isToday: on === today, changes: value ?? [], loadError }
  return data(shown, { status: loadError ? 500 : 200 })
}

/** What is unlike last month. */
export default function ChangesRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <ChangesPage {...shown} />}</LastLoaded>
}
