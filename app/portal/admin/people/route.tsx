import { href } from 'react-router'
import { peoplePerPage } from '../../../../rules/limits.ts'
import type { ListColumn } from '../../../../rules/list-columns.ts'
import { acceptGuestsCommand } from '../../../../rules/people/people.commands.ts'
import { personStates } from '../../../../rules/profile.ts'
import { commandActions } from '../../../commands/command-actions.ts'
import { loadList, showList } from '../../list-page.tsx'
import { pageNumber } from '../../list-place.ts'
import { resultOrError } from '../../server-errors.ts'
import { chosenColumns } from '../columns/chosen-columns.ts'
import { PeoplePage } from './people-page.tsx'

/**
 * Loads one page of people, with the reader's columns; the query has `page`, from 1, the search `q`, and the state to
 * `show`.
 */
export const loader = loadList({
  view: query => ({
    page: pageNumber(query),
    search: query.get('q')?.trim() ?? '',
    state: personStates.find(each => each === query.get('show')),
  }),
  read: async ({ actor, operations }, { page, search, state }) => {
    const asked = { page: page - 1, search, size: peoplePerPage, state, guestsFirst: true }
    const [shown, { value, loadError }] = await Promise.all([
      chosenColumns({ actor, operations }, 'people'),
      resultOrError(operations.getAllUsersForAdmin(actor, asked), 'LOAD_USERS_FAILED'),
    ])
    const people = value?.users ?? []
    const ids = people.map(({ id }) => id)
    // Columns that can't be loaded stay empty.
    const readFor = <Found,>(columns: ListColumn<'people'>[], read: () => Promise<Record<string, Found>>) =>
      ids.length > 0 && shown.some(column => columns.includes(column)) ? read().catch(() => ({})) : {}
    const [figures, held] = await Promise.all([
      readFor(['seen', 'documents'], () => operations.getPeopleFigures(actor, ids)),
      readFor(['holds', 'next'], () => operations.getHeldByPeople(actor, ids)),
    ])
    return { people, total: value?.total ?? 0, shown, figures, held, loadError }
  },
  none: { people: [], total: 0, shown: [], figures: {}, held: {} },
  failed: 'LOAD_USERS_FAILED',
})

export const action = commandActions([acceptGuestsCommand], {
  redirectTo: () => href('/profile/admin/people'),
  saysOnErrorPage: true,
})

export default showList<typeof loader>(PeoplePage)
