import { data } from 'react-router'
import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import type { Route } from './+types/route'
import { readAddress } from './address.ts'
import { RegisterPage } from './register-page.tsx'

/**
 * Loads one page of the register; the query has the day `on`, the search `q`, an `offering`, what to `show`, the `view`
 * and `page`, from 1.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const address = readAddress(url.searchParams)
  const query = { ...address, page: address.page - 1 }
  if (address.view === 'notes') {
    const { value, loadError } = await resultOrError(
      server.operations.getRegister(actor, query),
      'LOAD_REGISTER_FAILED',
    )
    const list = { notes: value?.notes ?? [], groups: [], total: value?.totals.notes ?? 0, totals: value?.totals }
    return data({ ...address, ...list, loadError }, { status: loadError ? 500 : 200 })
  }
  const by = address.view === 'holders' ? 'holder' : 'offering'
  const reading = server.operations.getRegisterGroups(actor, by, query)
  const { value, loadError } = await resultOrError(reading, 'LOAD_REGISTER_FAILED')
  const list = { notes: [], groups: value?.groups ?? [], total: value?.total ?? 0, totals: value?.totals }
  return data({ ...address, ...list, loadError }, { status: loadError ? 500 : 200 })
}

/** The register of notes. */
export default function RegisterRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <RegisterPage {...shown} />}</LastLoaded>
}
