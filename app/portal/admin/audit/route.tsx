import { data } from 'react-router'
import { readAuditQuery } from '../../../../rules/audit-words.ts'
import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import type { Route } from './+types/route'
import { AuditPage } from './audit-page.tsx'
import { firstEntry } from './first-entry.ts'

/** Loads one page of the log; the query has the fields of an `AuditQuery`, and `before`, the entry where it begins. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const query = readAuditQuery(url.searchParams)
  const before = firstEntry(url.searchParams)
  const reading = server.operations.getAuditLog(actor, query, before)
  const { value, loadError } = await resultOrError(reading, 'LOAD_LOG_FAILED')
  const page = { query, entries: value?.entries ?? [], older: value?.older, isNewest: before === undefined, loadError }
  return data(page, { status: loadError ? 500 : 200 })
}

/** The audit log. */
export default function AuditRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <AuditPage {...shown} />}</LastLoaded>
}
