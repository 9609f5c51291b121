import { loadList, showList } from '../../list-page.tsx'
import { FindPage } from './find-page.tsx'

/** Finds what the query's `q` names; the dialog that Ctrl K opens asks here, too. */
export const loader = loadList({
  view: query => ({ search: query.get('q')?.trim() ?? '' }),
  read: ({ actor, operations }, { search }) => operations.findForOffice(actor, search),
  none: { found: [], more: [] },
  failed: 'We couldn’t search just now. Try again in a moment.',
})

/** The search of the office, as a page. */
export default showList<typeof loader>(FindPage)
