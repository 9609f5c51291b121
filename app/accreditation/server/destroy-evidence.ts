import { sql, type Transaction } from 'kysely'
import { accreditation as switches } from '../../../content/accreditation.ts'
import { timeZone } from '../../../content/fund-time-zone.ts'
import { addDays } from '../../../rules/days.ts'
import { changeableStates } from '../../../rules/workflows.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { isReferredTo } from '../../../server/database/errors.ts'
import type { Database } from '../../../server/database/types.ts'
import { enqueueAll } from '../../../server/jobs/jobs.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { unsentDestroyedOn } from '../evidence.ts'
import type { EvidenceKind } from '../evidence-kinds.ts'

/** Destroyed in one transaction. */
const batchSize = 100

interface DueDocument {
  document_id: string
  file_path: string
  file_size: number
  filename: string
  sha256: string | null
  owner_id: string
  due_on: string
  /** Null for what no one added to a verification. */
  evidence_id: string | null
  accreditation_id: string | null
  holder_id: string | null
  kind: EvidenceKind | null
}

/**
 * Destroys sensitive evidence on the day that was set with the decision: a certificate, the document, its file, and an
 * entry in the log, or none of them.
 * @param today YYYY-MM-DD in the fund's zone
 */
export async function destroyDecidedEvidence(today: string): Promise<void> {
  while ((await actAsJobs(tx => destroyBatch(tx, today))) === batchSize);
}

async function destroyBatch(tx: Transaction<Database>, today: string): Promise<number> {
  const { rows } = await sql<DueDocument>`
    select e.id as evidence_id, e.accreditation_id, e.holder_id, e.added_by as owner_id, e.kind, e.filename,
      e.destroy_on as due_on, e.document_id, d.file_path, d.file_size, coalesce(e.sha256, d.sha256) as sha256
    from evidence e join documents d on d.id = e.document_id
    where e.destroy_on <= ${today} order by e.destroy_on, e.id limit ${batchSize} for update of d`.execute(tx)
  for (const due of rows) {
    const certificate = await certify(tx, due)
    await tx.deleteFrom('documents').where('id', '=', due.document_id).returning('id').executeTakeFirstOrThrow()
    await recordDestruction(tx, certificate, due)
  }
  return rows.length
}

/** A document that has moved on since it was found due. */
class MovedOn extends Error {}

/**
 * Destroys what was uploaded as evidence and never sent, or came back, `sensitiveDays` after its last change: each in a
 * transaction of its own, with the same certificate and entry. Evidence under review is excluded, and so are documents
 * that the office has uploaded, or filed under a holder.
 * @param today YYYY-MM-DD in the fund's zone
 */
export async function destroyUnsentEvidence(today: string): Promise<void> {
  for (const due of await actAsJobs(tx => findUnsent(tx, today))) {
    await actAsJobs(tx => destroyUnsent(tx, due)).catch(error => {
      // Sent or changed at this moment, or something else refers to it: it stays.
      if (!(error instanceof MovedOn) && !isReferredTo(error)) throw error
    })
  }
}

async function findUnsent(tx: Transaction<Database>, today: string): Promise<DueDocument[]> {
  const { rows } = await sql<DueDocument & { changed_at: Date }>`
    select e.id as evidence_id, e.accreditation_id, e.holder_id, d.user_id as owner_id, e.kind, d.filename,
      d.evidence_changed_at as changed_at, d.id as document_id, d.file_path, d.file_size, d.sha256
    from documents d left join evidence e on e.document_id = d.id left join accreditations a on a.id = e.accreditation_id
    where d.category = 'Accreditation' and d.uploaded_by = d.user_id and d.check_state <> 'infected'
      and (d.owner_id = d.user_id or e.id is not null) and (d.retain_until is null or d.retain_until < ${today})
      and (a.id is null or a.state = any(${changeableStates}::text[]))
      and d.evidence_changed_at < ${addDays(today, 1 - switches.sensitiveDays)}::timestamp at time zone ${timeZone}
    order by d.evidence_changed_at, d.id`.execute(tx)
  return rows.map(({ changed_at, ...row }) => ({ ...row, due_on: unsentDestroyedOn(fundDay(changed_at), switches) }))
}

/**
 * The certificate names the verification, so this waits for anyone who submits it at this moment; the database then
 * checks again.
 */
async function destroyUnsent(tx: Transaction<Database>, due: DueDocument): Promise<void> {
  const certificate = await certify(tx, due)
  const deleted = await tx.deleteFrom('documents').where('id', '=', due.document_id).returning('id').executeTakeFirst()
  if (!deleted) throw new MovedOn()
  await recordDestruction(tx, certificate, due)
}

async function certify(tx: Transaction<Database>, { file_path: _, ...due }: DueDocument): Promise<string> {
  const { id } = await tx.insertInto('destruction_certificates').values(due).returning('id').executeTakeFirstOrThrow()
  return id
}

async function recordDestruction(tx: Transaction<Database>, certificate: string, { file_path }: DueDocument) {
  await sql`select app.record_destruction(${certificate})`.execute(tx)
  await enqueueAll(tx, 'remove-file', [{ file_path }])
}
