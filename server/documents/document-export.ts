import { type SqlBool, sql } from 'kysely'
import type { DocumentQuery } from '../../rules/document-query.ts'
import { exportBatch, exportedRows } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import { type CsvCell, csvLine } from '../platform/csv.ts'
import { streamOf } from '../platform/stream-of.ts'
import { findPage } from './all-documents.ts'

type ExportedDocument = Awaited<ReturnType<typeof readDocuments>>[number]

const columns: [string, (document: ExportedDocument) => CsvCell][] = [
  ['Name', document => document.filename],
  ['Owner', document => document.owner_name],
  ['Owner’s e-mail', document => document.owner_email],
  ['Fund', document => document.fund_name],
  ['Category', document => document.category],
  ['Type', document => document.file_type],
  ['Size (bytes)', document => document.file_size],
  ['Added (UTC)', document => document.created_at],
  ['Added by', document => document.uploader_email],
  ['Views', document => document.view_count],
  ['New', document => (document.new_for_office ? 'yes' : 'no')],
  ['Delete requested (UTC)', document => document.delete_requested_at],
  ['SHA-256', document => document.sha256],
]

/**
 * Exports what a query finds among everyone's documents, in its order, and records that it was exported.
 * @returns CSV (RFC 4180) that is created while it is read; the files themselves are not in it
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED
 */
export async function exportDocuments(
  actor: Actor,
  query: DocumentQuery<'everyone'>,
): Promise<ReadableStream<Uint8Array>> {
  requireAdministrator(actor)
  await requireFreshProof(actor)
  const ids = await asAdministrator(actor, async tx => {
    const { ids: found } = await findPage(tx, query, { most: exportedRows })
    await audit(tx, actor, 'documents.exported', actor.id, { ...query, documents: found.length })
    return found
  })
  return streamOf(csvOf(actor, ids))
}

async function* csvOf(actor: Actor, ids: string[]): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.from(csvLine(columns.map(([name]) => name)))
  for (let from = 0; from < ids.length; from += exportBatch) {
    const documents = await readDocuments(actor, ids.slice(from, from + exportBatch))
    yield Buffer.from(documents.map(document => csvLine(columns.map(([, cell]) => cell(document)))).join(''))
  }
}

function readDocuments(actor: Actor, ids: string[]) {
  return asAdministrator(actor, tx =>
    tx
      .selectFrom('documents as document')
      .innerJoin('user_profiles as owner', 'owner.id', 'document.user_id')
      .leftJoin('user_profiles as uploader', 'uploader.id', 'document.uploaded_by')
      .select(['filename', 'fund_name', 'category', 'file_type', 'file_size', 'document.created_at', 'view_count'])
      .select(['new_for_office', 'delete_requested_at', 'sha256', 'uploader.email as uploader_email'])
      .select(['owner.full_name as owner_name', 'owner.email as owner_email'])
      .where(sql<SqlBool>`document.id = any(${ids}::uuid[])`)
      .orderBy(sql`array_position(${ids}::uuid[], document.id)`)
      .execute(),
  )
}
