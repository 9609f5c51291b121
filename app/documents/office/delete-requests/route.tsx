import { loadList, showList } from '../../../shell/portal/list-page.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { DeleteRequests } from './delete-requests.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../../shell/portal/viewer-revalidation.ts'
export { action } from './decision-actions.ts'

/** Loads one page of all open delete requests, oldest first; the query has `page`, from 1, and `q`, a search. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query), search: query.get('q')?.trim() ?? '' }),
  read: ({ actor, operations }, { page, search }) => operations.getDeleteRequests(actor, { page: page - 1, search }),
  none: { requests: [], total: 0 },
  failed: 'LOAD_DELETE_REQUESTS_FAILED',
})

export default showList<typeof loader>(DeleteRequests)
