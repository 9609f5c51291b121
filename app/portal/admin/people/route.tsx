import { data } from 'react-router'
import { peoplePerPage } from '../../../../rules/limits.ts'
import { adminListColumns } from '../../../../rules/list-columns.ts'
import { personStates } from '../../../../rules/profile.ts'
import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import { useMe } from '../../use-me.ts'
import { pageNumber } from '../page-number.ts'
import type { Route } from './+types/route'
import { PeoplePage } from './people-page.tsx'

/**
 * Loads one page of people, with the columns the reader chose; the query has `page`, from 1, the search `q`, and the state
 * to `show`.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const page = pageNumber(url.searchParams)
  const search = url.searchParams.get('q')?.trim() ?? ''
  const state = personStates.find(each => each === url.searchParams.get('show'))
  const reading = server.operations.getAllUsersForAdmin(actor, {
    page: page - 1,
    search,
    size: peoplePerPage,
    state,
    guestsFirst: true,
  })
  const choosing = resultOrError(server.operations.getListColumns(actor, 'people'), 'LOAD_USERS_FAILED')
  const { value, loadError } = await resultOrError(reading, 'LOAD_USERS_FAILED')
  const shown = (await choosing).value ?? [...adminListColumns.people.atFirst]
  const people = value?.users ?? []
  const needsFigures = people.length > 0 && (shown.includes('seen') || shown.includes('documents'))
  const ids = people.map(({ id }) => id)
  // Columns that can't be read stay empty.
  const figures = needsFigures ? await server.operations.getPeopleFigures(actor, ids).catch(() => ({})) : {}
  const list = { page, search, state, people, total: value?.total ?? 0, shown, figures, loadError }
  return data(list, { status: loadError ? 500 : 200 })
}

/** Everyone with an account. */
export default function PeopleRoute({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  return <LastLoaded loaded={loaderData}>{shown => <PeoplePage me={me} {...shown} />}</LastLoaded>
}
