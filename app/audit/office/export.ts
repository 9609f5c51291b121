import { href } from 'react-router'
import type { CsvColumns } from '../../../rules/csv.ts'
import { withQuery } from '../../../rules/url.ts'
import { saveCsv, saveLines } from '../../shell/office/save-csv.ts'
import { readAuditQuery, roleWords } from '../audit-query.ts'
import type { AuditEntry } from '../server/read-log.ts'
import type { Route } from './+types/export'

export const logColumns: CsvColumns<AuditEntry> = {
  'Time (UTC)': ({ at }) => at.toISOString(),
  Entry: ({ id }) => String(id),
  Who: ({ who }) => who,
  As: ({ role }) => (role ? roleWords[role] : undefined),
  What: ({ what }) => what,
  Outcome: ({ outcome }) => outcome,
  On: ({ subject }) => subject,
  'IP address': ({ ip }) => ip ?? undefined,
  Browser: ({ device }) => device,
  Details: ({ details }) => JSON.stringify(details),
}

const page = (query: URLSearchParams) => withQuery(href('/profile/admin/audit'), { ...readAuditQuery(query) })

const asCsv = saveCsv({
  name: 'audit-log',
  columns: logColumns,
  rows: ({ actor, operations }, query) => operations.exportAuditLog(actor, readAuditQuery(query), 'csv'),
  page,
})

const asJson = saveLines({
  name: 'audit-log',
  extension: 'jsonl',
  type: 'application/x-ndjson',
  rows: ({ actor, operations }, query) => operations.exportAuditLog(actor, readAuditQuery(query), 'json'),
  lines: jsonLines,
  page,
})

async function* jsonLines(batches: AsyncIterable<readonly AuditEntry[]>) {
  for await (const entries of batches) yield entries.map(entry => `${JSON.stringify(entry)}\n`).join('')
}

/** GET: the entries that match the query's fields (`readAuditQuery`), as a file; `format` is csv or json. */
export function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  return (url.searchParams.get('format') === 'json' ? asJson : asCsv)({ url, context })
}
