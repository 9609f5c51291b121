import { readAuditQuery } from '../../../../rules/audit-words.ts'
import { serverContext } from '../../../context.ts'
import { adminPages, withQuery } from '../../addresses.ts'
import { unwrapOrAskForProof } from '../../proof/unwrap-or-ask-for-proof.ts'
import { requireAdministrator } from '../../require-actor.ts'
import type { Route } from './+types/export'

const types = { csv: 'text/csv; charset=utf-8', json: 'application/x-ndjson' }

/** GET: what the query's fields find in the log (`readAuditQuery`), as a file; `format` is csv or json. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const format = url.searchParams.get('format') === 'json' ? 'json' : 'csv'
  const query = readAuditQuery(url.searchParams)
  const exported = server.operations.exportAuditLog(actor, query, format)
  const file = await unwrapOrAskForProof(exported, withQuery(adminPages.audit, { ...query }))
  const day = new Date().toISOString().slice(0, 10)
  return new Response(file, {
    headers: {
      'Content-Type': types[format],
      'Content-Disposition': `attachment; filename="audit-log-${day}.${format === 'csv' ? 'csv' : 'jsonl'}"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
