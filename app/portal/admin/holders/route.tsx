import { loadList, showList } from '../../list-page.tsx'
import { HoldersPage } from './holders-page.tsx'

/**
 * Loads a page of the register's holders, by name; the query has `q`, a search, and `after` and `name`, the last holder
 * of the page before.
 */
export const loader = loadList({
  view: query => {
    const id = query.get('after') ?? ''
    const after = /^[0-9a-f-]{36}$/.test(id) ? { id, name: query.get('name') ?? '' } : undefined
    return { words: query.get('q')?.trim() ?? '', after }
  },
  read: ({ actor, operations }, view) => operations.getHolders(actor, view),
  none: { holders: [], more: false },
  failed: 'LOAD_HOLDERS_FAILED',
})

/** Every holder of the register. */
export default showList<typeof loader>(HoldersPage)
