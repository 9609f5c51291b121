import { loadList, showList } from '../../list-page.tsx'
import { FindPage } from './find-page.tsx'

/** Searches for the query's `q`; also used by the dialog that Ctrl K opens. */
export const loader = loadList({
  view: query => ({ search: query.get('q')?.trim() ?? '' }),
  read: ({ actor, operations }, { search }) => operations.findForOffice(actor, search),
  none: { found: [], more: [] },
  failed: 'We couldn’t search just now. Try again in a moment.',
})

export default showList<typeof loader>(FindPage)
