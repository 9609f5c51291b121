import { actAsJobs } from '../database/act-as.ts'
import { isBackupRunning } from '../database/backup-lock.ts'
import { isNeededByDocument } from '../documents/stored-files.ts'
import { JobDeferred } from '../jobs/jobs.ts'
import { log } from '../platform/log.ts'
import { storage } from '../storage/storage.ts'

/**
 * Removes a stored file whose document was deleted, or that is infected; the handler of the queue `remove-file`. Running it twice is
 * harmless. A file that a document needs stays, and so does one that an upload has reserved. While a
 * backup is being made every file stays, and the job is retried.
 */
export async function removeStoredFile({ file_path }: { file_path: string }): Promise<void> {
  const inUse = await actAsJobs(async tx => {
    if (await isBackupRunning(tx)) throw new JobDeferred()
    if (await isNeededByDocument(tx, file_path)) return true
    const reserved = await tx
      .selectFrom('uploads')
      .select('id')
      .where('file_path', '=', file_path)
      .where('document_id', 'is', null)
      .executeTakeFirst()
    return reserved !== undefined
  })
  if (inUse) log.warn('kept a file that is still in use', { file_path })
  else await storage().delete(file_path)
}
