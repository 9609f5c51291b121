import { sql, type Transaction } from 'kysely'
import { accreditation as switches } from '../../content/accreditation.ts'
import { actAsJobs } from '../database/act-as.ts'
import type { Database } from '../database/types.ts'
import { enqueueAll } from '../jobs/jobs.ts'
import { fundDay } from '../platform/fund-day.ts'

/** Destroyed in one transaction. */
const batchSize = 100

/**
 * Brings verifications up to date: ends those whose last day has passed, destroys evidence on its day, and removes why
 * somebody was rejected. Part of the daily queue `keep-accreditations`; repeated, it changes nothing more.
 * @param today YYYY-MM-DD in the fund's zone, for tests
 */
export async function endAccreditations(today = fundDay()): Promise<void> {
  await actAsJobs(async tx => {
    await tx
      .updateTable('accreditations')
      .set({ state: 'expired' })
      .where('state', '=', 'approved')
      .where('valid_through', '<', today)
      .execute()
    await tx
      .updateTable('accreditations')
      .set({ reason: null })
      .where('state', '=', 'rejected')
      .where('reason', 'is not', null)
      .where('decided_at', '<', sql<Date>`${today}::date - ${switches.rejectionYears}::integer * interval '1 year'`)
      .execute()
  })
  while ((await actAsJobs(tx => destroyDue(tx, today))) === batchSize);
}

interface DueEvidence {
  id: string
  accreditation_id: string
  holder_id: string
  added_by: string
  kind: string
  filename: string
  destroy_on: string
  document_id: string
  file_path: string
  file_size: number
  sha256: string | null
}

/** Destroys evidence whose day has come: a certificate, the document, its file, and an entry in the log, or none of them. */
async function destroyDue(tx: Transaction<Database>, today: string): Promise<number> {
  const { rows } = await sql<DueEvidence>`
    select e.id, e.accreditation_id, e.holder_id, e.added_by, e.kind, e.filename, e.destroy_on, e.document_id,
      d.file_path, d.file_size, coalesce(e.sha256, d.sha256) as sha256
    from evidence e join documents d on d.id = e.document_id
    where e.destroy_on <= ${today} order by e.destroy_on, e.id limit ${batchSize} for update of d`.execute(tx)
  for (const due of rows) {
    const { id } = await tx
      .insertInto('destruction_certificates')
      .values({
        evidence_id: due.id,
        accreditation_id: due.accreditation_id,
        holder_id: due.holder_id,
        owner_id: due.added_by,
        document_id: due.document_id,
        kind: due.kind as never,
        filename: due.filename,
        file_size: due.file_size,
        sha256: due.sha256,
        due_on: due.destroy_on,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.deleteFrom('documents').where('id', '=', due.document_id).returning('id').executeTakeFirstOrThrow()
    await sql`select app.record_destruction(${id})`.execute(tx)
  }
  await enqueueAll(
    tx,
    'remove-file',
    rows.map(({ file_path }) => ({ file_path })),
  )
  return rows.length
}
