import { type SqlBool, sql, type Transaction } from 'kysely'
import { exportedRows } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { Database } from '../../../server/database/types.ts'
import { type ExportedRows, exportRows, readByIds } from '../../audit/server/export-rows.ts'
import type { DocumentQuery } from '../document-query.ts'
import { findPage } from './all-documents.ts'

/** A document in the export. Times are UTC. */
export type ExportedDocument = Awaited<ReturnType<typeof readDocuments>>[number]

/** Exports the documents found by a query, in its order, without the files. */
export async function exportDocuments(
  actor: Actor,
  query: DocumentQuery<'everyone'>,
): Promise<ExportedRows<ExportedDocument>> {
  return exportRows(actor, 'documents.exported', async tx => {
    const { ids } = await findPage(tx, query, { most: exportedRows })
    return { rows: readByIds(actor, ids, readDocuments), details: { ...query, documents: ids.length } }
  })
}

function readDocuments(tx: Transaction<Database>, ids: string[]) {
  return tx
    .selectFrom('documents as document')
    .innerJoin('user_profiles as owner', 'owner.id', 'document.user_id')
    .leftJoin('user_profiles as uploader', 'uploader.id', 'document.uploaded_by')
    .select(['filename', 'fund_name', 'category', 'file_type', 'file_size', 'document.created_at', 'view_count'])
    .select(['new_for_office', 'delete_requested_at', 'sha256', 'uploader.email as uploader_email'])
    .select(['owner.full_name as owner_name', 'owner.email as owner_email'])
    .where(sql<SqlBool>`document.id = any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], document.id)`)
    .execute()
}
