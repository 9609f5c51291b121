import { readAuditQuery } from '../../../../rules/audit-words.ts'
import { loadList, showList } from '../../list-page.tsx'
import { readPlace } from '../../list-place.ts'
import { AuditPage } from './audit-page.tsx'

/** Loads one page of the log; the query has the fields of an `AuditQuery`, and those of a `ListPlace`. */
export const loader = loadList({
  view: query => ({ query: readAuditQuery(query), place: readPlace(query) }),
  read: ({ actor, operations }, { query, place }) => operations.getAuditLog(actor, query, place.after),
  none: { entries: [], more: false },
  failed: 'LOAD_LOG_FAILED',
})

export default showList<typeof loader>(AuditPage)
