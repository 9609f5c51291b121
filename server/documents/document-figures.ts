import { sql } from 'kysely'
import { actAsJobs } from '../database/act-as.ts'
import { log } from '../platform/log.ts'

/**
 * The handler of the queue `check-figures`: compares what is kept about documents (how many somebody has, unread ones,
 * room used) with the documents, corrects what is wrong, and says so, since nothing should be.
 */
export async function checkFigures(): Promise<void> {
  const wrong = await actAsJobs(tx => sql`select app.correct_document_figures()`.execute(tx))
  if (wrong.rows.length > 0) log.error('figures of documents were wrong', undefined, { owners: wrong.rows.length })
}
