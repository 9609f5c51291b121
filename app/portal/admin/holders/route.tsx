import { data } from 'react-router'
import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import type { Route } from './+types/route'
import { HoldersPage } from './holders-page.tsx'

/**
 * Loads a page of the register's holders, by name; the query has `q`, a search, and `after` and `name`, the last holder
 * of the page before.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const words = url.searchParams.get('q')?.trim() ?? ''
  const id = url.searchParams.get('after') ?? ''
  const after = /^[0-9a-f-]{36}$/.test(id) ? { id, name: url.searchParams.get('name') ?? '' } : undefined
  const reading = server.operations.getHolders(actor, { words, after })
  const { value, loadError } = await resultOrError(reading, 'LOAD_HOLDERS_FAILED')
  const found = { words, isFirst: !after, holders: value?.holders ?? [], more: value?.more ?? false, loadError }
  return data(found, { status: loadError ? 500 : 200 })
}

/** Every holder of the register. */
export default function HoldersRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <HoldersPage {...shown} />}</LastLoaded>
}
