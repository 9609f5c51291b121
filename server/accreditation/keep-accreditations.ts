import { type RawBuilder, sql, type Transaction } from 'kysely'
import { accreditation as switches } from '../../content/accreditation.ts'
import type { EvidenceKind } from '../../rules/accreditation/evidence-kinds.ts'
import { actAsJobs } from '../database/act-as.ts'
import type { Database } from '../database/types.ts'
import { enqueueAll } from '../jobs/jobs.ts'
import { fundDay } from '../platform/fund-day.ts'
import { evidenceCategory } from './evidence.ts'

/** Destroyed in one transaction. */
const batchSize = 100

/**
 * Brings verifications up to date: ends those whose last day has passed, destroys evidence on its day, sent or not, and
 * removes why somebody was rejected. Part of the daily queue `keep-accreditations`; repeated, it changes nothing more.
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
  for (const find of [dueEvidence, unsentEvidence]) {
    while ((await actAsJobs(tx => destroyDue(tx, find(today)))) === batchSize);
  }
}

interface DueEvidence {
  /** Null for what belongs to no verification; so are the next two. */
  id: string | null
  accreditation_id: string | null
  holder_id: string | null
  owner_id: string
  kind: EvidenceKind | 'undescribed'
  filename: string
  due_on: string
  document_id: string
  file_path: string
  file_size: number
  sha256: string | null
}

/** What was sent, and has a day since its verification was decided. */
const dueEvidence = (today: string) => sql<DueEvidence>`
  select e.id, e.accreditation_id, e.holder_id, e.added_by as owner_id, e.kind, e.filename, e.destroy_on as due_on,
    e.document_id, d.file_path, d.file_size, coalesce(e.sha256, d.sha256) as sha256
  from evidence e join documents d on d.id = e.document_id
  where e.destroy_on <= ${today} order by e.destroy_on, e.id limit ${batchSize} for update of d`

/** What was added and not sent: its day counts from the last thing that happened to it, or to its verification. */
const unsentEvidence = (today: string) => sql<DueEvidence>`
  select e.id, e.accreditation_id, e.holder_id, d.user_id as owner_id, coalesce(e.kind, 'undescribed') as kind,
    d.filename, last.day + ${switches.sensitiveDays}::integer as due_on, d.id as document_id, d.file_path, d.file_size,
    d.sha256
  from documents d
    left join evidence e on e.document_id = d.id
    left join accreditations a on a.id = e.accreditation_id
    cross join lateral (select greatest(d.created_at, a.started_at,
        (select max(x.added_at) from evidence x where x.accreditation_id = a.id),
        (select max(r.reviewed_at) from accreditation_reviews r where r.accreditation_id = a.id))::date as day) last
  where d.own_evidence and d.category = ${evidenceCategory}
    and d.created_at < ${today}::date - ${switches.sensitiveDays}::integer
    and (a.id is null or a.state in ('started', 'returned'))
    and (d.retain_until is null or d.retain_until < ${today})
    and last.day + ${switches.sensitiveDays}::integer <= ${today}
  order by d.created_at limit ${batchSize} for update of d`

/** Destroys evidence whose day has come: a certificate, the document, its file, and an entry in the log, or none of them. */
async function destroyDue(tx: Transaction<Database>, find: RawBuilder<DueEvidence>): Promise<number> {
  const { rows } = await find.execute(tx)
  for (const { id: evidence_id, file_path, ...due } of rows) {
    const { id } = await tx
      .insertInto('destruction_certificates')
      .values({ evidence_id, ...due })
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
