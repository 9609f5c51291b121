import { loadList, showList } from '../../list-page.tsx'
import { asAsked, readPlace } from '../../list-place.ts'
import { HoldersPage } from './holders-page.tsx'

/** Loads a page of the register's holders, by name; the query has `q`, a search, and the fields of a `ListPlace`. */
export const loader = loadList({
  view: query => ({ words: query.get('q')?.trim() ?? '', place: readPlace(query) }),
  read: ({ actor, operations }, { words, place }) => operations.getHolders(actor, { words, ...asAsked(place) }),
  none: { holders: [], more: false },
  failed: 'LOAD_HOLDERS_FAILED',
})

/** Every holder of the register. */
export default showList<typeof loader>(HoldersPage)
