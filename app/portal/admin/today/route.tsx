import { data } from 'react-router'
import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireAdministrator } from '../../require-actor.ts'
import type { Route } from './+types/route'
import { loadToday } from './load-today.ts'
import { TodayPanel } from './today-panel.tsx'

/** Loads what is new and what waits. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const loaded = await loadToday(actor, server.operations)
  return data(loaded, { status: loaded.loadError ? 500 : 200 })
}

/** The first page of Admin. */
export default function TodayRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <TodayPanel {...shown} />}</LastLoaded>
}
