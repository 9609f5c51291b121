import { sql } from 'kysely'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { log } from '../../../server/platform/log.ts'

/**
 * Handler of the queue `check-figures`: compares the stored document figures (count, unread, storage used) with the
 * documents, and corrects and logs any difference, since none should occur.
 */
export async function checkFigures(): Promise<void> {
  const wrong = await actAsJobs(tx => sql`select app.correct_document_figures()`.execute(tx))
  if (wrong.rows.length > 0) log.error('figures of documents were wrong', undefined, { owners: wrong.rows.length })
}
