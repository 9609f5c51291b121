import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { actAsJobs } from '../database/act-as.ts'
import type { Database } from '../database/types.ts'
import { notifyAll } from '../notifications/notify.ts'

/** Years that a recalled document is kept, with who read what of it. */
const recalledYears = 7

/** Someone who has heard of a document that is recalled. */
interface Reader {
  user_id: string
  document_id: string
}

/**
 * A kind of recall: its table, the function that hides its documents, and a statement that reads who was notified of
 * which, or read it.
 */
interface Recalled {
  runs: keyof Database
  id: string
  reason: string
  hide: `app.hide_${string}`
  recipients: RawBuilder<Reader>
}

/**
 * Hides the documents of a delivery at once from everyone but the office, which still has them with the record of what
 * was served, and e-mails everyone who was notified of one, or read it, that it is withdrawn, once each, without its
 * name.
 * @returns how many documents, and how many people, for the log
 */
export async function recallDocuments(
  tx: Transaction<Database>,
  actor: Actor,
  { runs, id, reason, hide, recipients }: Recalled,
): Promise<{ documents: number; readers: number; reason: string }> {
  // Also documents with a pending check, which administrators don't see otherwise.
  const hidden = await sql<{
    documents: number
  }>`select ${sql.raw(hide)}(${id}, ${recalledYears}) as documents`.execute(tx)
  const { rows: readers } = await recipients.execute(tx)
  await sql`update ${sql.table(runs)} set state = 'recalled', reason = ${reason}, recalled_by = ${actor.id}, recalled_at = now()
    where id = ${id}`.execute(tx)
  await notifyAll(
    tx,
    readers.map(reader => recalled(reader, actor)),
  )
  const documents = hidden.rows[0]?.documents ?? 0
  return { documents, readers: new Set(readers.map(({ user_id }) => user_id)).size, reason }
}

function recalled({ user_id, document_id }: Reader, by: { id: string }) {
  // E-mail never has the name.
  return { kind: 'document-recalled', userId: user_id, documentId: document_id, filename: 'A document', by } as const
}

/**
 * E-mails people who were downloading a document while it was recalled: a download is recorded at its end. Part of the
 * hourly clean-up; each is notified once.
 */
export async function notifyLateReaders(): Promise<void> {
  await actAsJobs(async tx => {
    const { rows } = await sql<Reader & { recalled_by: string }>`
      select * from app.late_paper_readers()
      union select t.user_id, t.document_id, d.recalled_by from document_deliveries d
        cross join lateral app.told_of_delivered(d.id) t
        where d.recalled_at > now() - interval '7 days'
      union select t.user_id, t.document_id, r.recalled_by from app.recalled_runs r
        cross join lateral app.run_readers(r.id) t
        where r.recalled_at > now() - interval '7 days'`.execute(tx)
    await notifyAll(
      tx,
      rows.map(({ recalled_by, ...reader }) => recalled(reader, { id: recalled_by })),
    )
  })
}
