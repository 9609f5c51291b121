import { data } from 'react-router'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { requireAdministrator } from '../../../require-actor.ts'
import { resultOrError } from '../../../server-errors.ts'
import { dueRange } from '../address.ts'
import type { Route } from './+types/route'
import { DuePage } from './due-page.tsx'

/** Loads the payments due; the query has the days `from` and `to`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const range = dueRange(url.searchParams)
  const reading = server.operations.getDuePayments(actor, range)
  const { value, loadError } = await resultOrError(reading, 'LOAD_REGISTER_FAILED')
  return data({ from: range.from, to: range.to, payments: value ?? [], loadError }, { status: loadError ? 500 : 200 })
}

/** What is to be paid, and when. */
export default function DueRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <DuePage {...shown} />}</LastLoaded>
}
