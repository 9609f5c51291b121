import type { Actor } from '../../../server/access/actor.ts'
import type { AuditQuery } from '../audit-query.ts'
import { type ExportedRows, exportRows } from './export-rows.ts'
import { type AuditEntry, readWholeLog } from './read-log.ts'

/**
 * Exports the entries that a query finds, newest first.
 * @param format of the file, for the record
 */
export async function exportAuditLog(
  actor: Actor,
  query: AuditQuery,
  format: 'csv' | 'json',
): Promise<ExportedRows<AuditEntry>> {
  const details = { format, ...query }
  return exportRows(actor, 'audit.exported', async () => ({ rows: readWholeLog(actor, query), details }))
}
