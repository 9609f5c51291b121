import { sql } from 'kysely'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { log } from '../../../server/platform/log.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { storage } from '../../../server/storage/storage.ts'
import { isReferencedByDocument } from '../../documents/server/stored-files.ts'
import { loadActor } from '../../identity/server/load-profile.ts'
import { arrivedBytes } from './arrived-bytes.ts'
import { finishUpload } from './finish-upload.ts'
import { isUploadLocked, withUploadLock } from './upload-lock.ts'

/**
 * Finishes uploads that a crash interrupted after their last byte. Must run at startup, before the first request, since
 * the browser may never ask again. Skips uploads locked by other processes, including one that has just died until the
 * database notices; therefore it also runs hourly.
 */
export async function recoverUploads(): Promise<void> {
  const unfinished = await actAsJobs(tx =>
    tx.selectFrom('uploads').selectAll().where('document_id', 'is', null).execute(),
  )
  for (const upload of unfinished) {
    const { id, uploaded_by, file_size, file_path } = upload
    try {
      if (!file_path && ((await arrivedBytes().size(upload)) ?? 0) < file_size) continue
      if (await isUploadLocked(id)) continue
      const actor = await loadActor(uploaded_by)
      if (await finishUpload(actor, id)) log.info('finished an upload interrupted by a shutdown', { upload: id })
    } catch (error) {
      if (error instanceof PortalError) log.warn('refused an upload interrupted by a shutdown', { upload: id })
      else log.error('could not yet finish an upload interrupted by a shutdown', error, { upload: id })
    }
  }
  // An unavailable store must not block the start; the clean-up runs hourly.
  await removeOrphans().catch(error => log.error('could not remove what uploads have left', error))
}

/** Removes expired uploads: bytes first, then rows, so that no bytes are left without a row. */
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
        await arrivedBytes().removeAll(id)
        if (row.file_path && !row.document_id && !(await isReferencedByDocument(tx, row.file_path))) {
          await storage().delete(row.file_path)
        }
      }),
    )
  }
  await removeOrphans()
}

/** Removes bytes without a row, which belong to no upload. */
async function removeOrphans(): Promise<void> {
  const ids = await arrivedBytes().listIds()
  if (ids.length === 0) return
  const rows = await actAsJobs(tx => tx.selectFrom('uploads').select('id').where('id', 'in', ids).execute())
  const known = new Set(rows.map(({ id }) => id))
  for (const id of ids.filter(id => !known.has(id))) await arrivedBytes().removeAll(id)
}
