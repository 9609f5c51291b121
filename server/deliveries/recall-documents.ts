import { sql, type Transaction } from 'kysely'
import { actAsJobs } from '../database/act-as.ts'
import type { Database } from '../database/types.ts'
import { notifyAll } from '../notifications/notify.ts'

/** Years that a recalled document is kept, with who read what of it. */
export const recalledYears = 7

/** Somebody who has heard of a document that is recalled. */
export interface Reader {
  user_id: string
  document_id: string
}

/**
 * E-mails those who have heard of documents that these are withdrawn, once each, without their names.
 * @param by who recalls them
 * @returns how many people there are
 */
export async function tellReaders(
  tx: Transaction<Database>,
  by: { id: string },
  readers: readonly Reader[],
): Promise<number> {
  await notifyAll(
    tx,
    readers.map(reader => recalled(reader, by)),
  )
  return new Set(readers.map(({ user_id }) => user_id)).size
}

function recalled({ user_id, document_id }: Reader, by: { id: string }) {
  // E-mail never has the name.
  return { kind: 'document-recalled', userId: user_id, documentId: document_id, filename: 'A document', by } as const
}

/**
 * E-mails those who were downloading a document while it was recalled: what they were sent is recorded at its end. Part of the
 * hourly clean-up; each is told once.
 */
export async function tellLateReaders(): Promise<void> {
  await actAsJobs(async tx => {
    const { rows } = await sql<Reader & { recalled_by: string }>`
      select * from app.late_paper_readers()
      union select t.user_id, t.document_id, d.recalled_by from document_deliveries d
        cross join lateral app.told_of_delivered(d.id) t
        where d.recalled_at > now() - interval '7 days'`.execute(tx)
    await notifyAll(
      tx,
      rows.map(({ recalled_by, ...reader }) => recalled(reader, { id: recalled_by })),
    )
  })
}
