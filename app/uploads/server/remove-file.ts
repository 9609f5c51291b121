import { sql } from 'kysely'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { isBackupRunning } from '../../../server/database/backup-lock.ts'
import { JobDeferred } from '../../../server/jobs/jobs.ts'
import { log } from '../../../server/platform/log.ts'
import { storage } from '../../../server/storage/storage.ts'
import { isNeededByDocument } from '../../documents/server/stored-files.ts'

/**
 * Handler of the queue `remove-file`: removes the file of a deleted document, or an infected file. Idempotent. A file
 * used by a document, or reserved by an upload or a delivery, stays. During a backup every file stays, and the job is
 * retried.
 */
export async function removeStoredFile({ file_path }: { file_path: string }): Promise<void> {
  const inUse = await actAsJobs(async tx => {
    if (await isBackupRunning(tx)) throw new JobDeferred()
    if (await isNeededByDocument(tx, file_path)) return true
    const { rows } = await sql`
      select from uploads where file_path = ${file_path} and document_id is null
      union all select from delivery_documents i join document_deliveries d on d.id = i.delivery_id
        where i.file_path = ${file_path} and d.state = 'sending'
      union all select from delivery_files f join document_deliveries d on d.id = f.delivery_id
        where f.file_path = ${file_path} and d.state in ('requested', 'sending')
      union all select from paper_sources where file_path = ${file_path}
      union all select from paper_batch_items where part_path = ${file_path}
      union all select from paper_batch_items i join paper_batches b on b.id = i.batch_id
        where i.file_path = ${file_path} and b.state = 'approved'`.execute(tx)
    return rows.length > 0
  })
  if (inUse) log.warn('kept a file that is still in use', { file_path })
  else await storage().delete(file_path)
}
