import { data } from 'react-router'
import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import type { Route } from './+types/route'
import { AccreditationLists } from './accreditation-lists.tsx'

/** Loads what waits for a review, what ends soon, whom no note can be sold to, and what was sold, for the binders. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const { getAccreditations, getSales } = server.operations
  const reading = Promise.all([getAccreditations(actor), getSales(actor)]).then(([lists, sales]) => ({ lists, sales }))
  const { value, loadError } = await resultOrError(reading, 'LOAD_ACCREDITATION_FAILED')
  return data({ ...value, loadError }, { status: loadError ? 500 : 200 })
}

/** The office's queue of accreditations, and the list of what ends. */
export default function AccreditationRoute({ loaderData }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData}>
      {shown => <AccreditationLists lists={shown.lists} sales={shown.sales} loadError={shown.loadError} />}
    </LastLoaded>
  )
}
