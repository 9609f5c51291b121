import { type HolderShow, holderShows } from '../../../../rules/holders.ts'
import { loadList, showList } from '../../list-page.tsx'
import { asAsked, readPlace } from '../../list-place.ts'
import { HoldersPage } from './holders-page.tsx'

/** Loads a page of holders, by name; the query has a search `q`, the filter `show`, and the fields of a `ListPlace`. */
export const loader = loadList({
  view: query => ({ words: query.get('q')?.trim() ?? '', show: showFrom(query.get('show')), place: readPlace(query) }),
  read: ({ actor, operations }, { words, show, place }) =>
    operations.getHolders(actor, { words, ...(show && { show }), ...asAsked(place) }),
  none: { holders: [], more: false, totals: undefined },
  failed: 'LOAD_HOLDERS_FAILED',
})

function showFrom(asked: string | null): HolderShow | undefined {
  return asked !== null && Object.hasOwn(holderShows, asked) ? (asked as HolderShow) : undefined
}

export default showList<typeof loader>(HoldersPage)
