import { readAuditQuery } from '../../../../rules/audit-words.ts'
import { loadList, showList } from '../../list-page.tsx'
import { AuditPage } from './audit-page.tsx'
import { firstEntry } from './first-entry.ts'

/** Loads one page of the log; the query has the fields of an `AuditQuery`, and `before`, the entry where it begins. */
export const loader = loadList({
  view: query => ({ query: readAuditQuery(query), before: firstEntry(query) }),
  read: ({ actor, operations }, { query, before }) => operations.getAuditLog(actor, query, before),
  none: { entries: [], older: undefined },
  failed: 'LOAD_LOG_FAILED',
})

/** The audit log. */
export default showList<typeof loader>(AuditPage)
