import { data } from 'react-router'
import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import type { Route } from './+types/route'
import { SystemPage } from './system-page.tsx'

/** Loads how the site's data is kept. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const { value, loadError } = await resultOrError(server.operations.getSystemState(actor), 'LOAD_SYSTEM_FAILED')
  return data({ state: value, loadError }, { status: loadError ? 500 : 200 })
}

/** Backups, files, jobs and versions. */
export default function SystemRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <SystemPage {...shown} />}</LastLoaded>
}
