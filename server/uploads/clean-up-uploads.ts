import { sql } from 'kysely'
import { actAsJobs } from '../database/act-as.ts'
import { isReferencedByDocument } from '../documents/stored-files.ts'
import { loadActor } from '../identity/load-profile.ts'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import { storage } from '../storage/storage.ts'
import { finishUpload } from './finish-upload.ts'
import { listPartial, partialSize, removePartial } from './partial-files.ts'
import { withUploadLock } from './upload-lock.ts'

/**
 * Finishes uploads that a crash interrupted after their last byte. Must run at startup, before the first request: the
 * browser that sent the file may never ask again.
 */
export async function recoverUploads(): Promise<void> {
  const unfinished = await actAsJobs(tx =>
    tx
      .selectFrom('uploads')
      .select(['id', 'uploaded_by', 'file_size', 'file_path'])
      .where('document_id', 'is', null)
      .execute(),
  )
  for (const { id, uploaded_by, file_size, file_path } of unfinished) {
    try {
      const arrived = await partialSize(id)
      if (arrived === undefined ? !file_path : arrived < file_size) continue
      const actor = await loadActor(uploaded_by)
      if (await finishUpload(actor, id)) log.info('finished an upload interrupted by a shutdown', { upload: id })
    } catch (error) {
      if (error instanceof PortalError) log.warn('refused an upload interrupted by a shutdown', { upload: id })
      else log.error('could not yet finish an upload interrupted by a shutdown', error, { upload: id })
    }
  }
  await removeOrphans()
}

/** Removes expired uploads: bytes first, then rows, so that no file is left without a row. */
export async function cleanUpUploads(): Promise<void> {
  const expired = await actAsJobs(tx =>
    tx.selectFrom('uploads').select('id').where('expires_at', '<=', sql<Date>`now()`).execute(),
  )
  for (const { id } of expired) {
    await withUploadLock(id, () =>
      actAsJobs(async tx => {
        // Continuing an upload extends its expiry, so one continued since the query above stays.
        const row = await tx
          .deleteFrom('uploads')
          .where('id', '=', id)
          .where('expires_at', '<=', sql<Date>`now()`)
          .returning(['file_path', 'document_id'])
          .executeTakeFirst()
        if (!row) return
        await removePartial(id)
        if (row.file_path && !row.document_id && !(await isReferencedByDocument(tx, row.file_path))) {
          await storage().delete(row.file_path)
        }
      }),
    )
  }
  await removeOrphans()
}

/** Removes files without a row. A file is created after its row, so these belong to no upload. */
async function removeOrphans(): Promise<void> {
  const ids = await listPartial()
  if (ids.length === 0) return
  const rows = await actAsJobs(tx => tx.selectFrom('uploads').select('id').where('id', 'in', ids).execute())
  const known = new Set(rows.map(({ id }) => id))
  for (const id of ids.filter(id => !known.has(id))) await removePartial(id)
}
