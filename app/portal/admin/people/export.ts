import { personStates } from '../../../../rules/profile.ts'
import { serverContext } from '../../../context.ts'
import { adminPages, withQuery } from '../../addresses.ts'
import { unwrapOrAskForProof } from '../../proof/unwrap-or-ask-for-proof.ts'
import { requireAdministrator } from '../../require-actor.ts'
import { csvResponse } from '../csv-response.ts'
import type { Route } from './+types/export'

/** GET: the people that `q` and `show` find, as a CSV file. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const search = url.searchParams.get('q')?.trim() ?? ''
  const state = personStates.find(each => each === url.searchParams.get('show'))
  const page = withQuery(adminPages.people, { q: search, show: state })
  return csvResponse(
    'people',
    await unwrapOrAskForProof(server.operations.exportPeople(actor, { search, state }), page),
  )
}
