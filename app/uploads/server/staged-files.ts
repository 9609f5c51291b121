import type { Selectable, Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import type { Database, UploadsTable } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { storage } from '../../../server/storage/storage.ts'
import { isUploadId } from './upload-id.ts'

/** An uploaded file in the store, without a document, pending delivery. */
export type StagedFile = Pick<Selectable<UploadsTable>, 'id' | 'filename' | 'file_type' | 'file_size' | 'marks'> & {
  file_path: string
  mime_type: string
  sha256: string
}

/**
 * Takes uploaded files out of the uploads: the caller's rows then name them, and their uploads can no longer expire or
 * be canceled.
 * @param tx the transaction that writes these rows
 * @param ids of the actor's uploads for a delivery
 * @returns the files, in order
 * @throws PortalError DELIVERY_FILE_GONE if one is missing or incomplete
 */
export async function takeStagedFiles(
  tx: Transaction<Database>,
  actor: Actor,
  ids: readonly string[],
): Promise<StagedFile[]> {
  if (!ids.every(isUploadId) || new Set(ids).size < ids.length) throw new PortalError('DELIVERY_FILE_GONE')
  const taken = await tx
    .deleteFrom('uploads')
    .where('id', 'in', ids)
    .where('uploaded_by', '=', actor.id)
    .where('for_delivery', '=', true)
    .where('document_id', 'is', null)
    .where('sha256', 'is not', null)
    .returning(['id', 'filename', 'file_type', 'file_size', 'file_path', 'mime_type', 'sha256', 'marks'])
    .execute()
  const byId = new Map(taken.map(file => [file.id, file as StagedFile]))
  const files: StagedFile[] = []
  for (const id of ids) {
    const file = byId.get(id)
    // A path is reserved before its file is stored.
    if (!file || (await storage().head(file.file_path))?.size !== file.file_size)
      throw new PortalError('DELIVERY_FILE_GONE')
    files.push(file)
  }
  return files
}
