import { sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { auditAll } from '../../../server/access/audit.ts'
import type { Database } from '../../../server/database/types.ts'
import { enqueueAll } from '../../../server/jobs/jobs.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { CheckState } from '../../file-checks/file-checks.ts'

/** A document of an account to erase. */
interface ErasableDocument {
  id: string
  uploaded_by: string | null
  created_at: Date
  check_state: CheckState
  /** Last day of retention, YYYY-MM-DD, if not past. */
  retain_until: string | null
  /** Whether a record that stays is of this document, so that it stays with it. */
  is_referred_to: boolean
}

/** What an administrator uploaded as their own, and the fund disclosed, filed or read. */
const isReferredTo = sql<boolean>`exists (select from disclosures d where d.document_id = documents.id)
  or exists (select from covered_questionnaires q where q.document_id = documents.id)
  or exists (select from bank_lists b where b.document_id = documents.id)`

/**
 * @returns all documents of a person except their holders', locked, for the erasure of their account; includes
 *   documents with a pending or failed check, which the administrator can't see
 */
export async function findErasableDocuments(tx: Transaction<Database>, userId: string): Promise<ErasableDocument[]> {
  const hidden = await sql<ErasableDocument>`select *, null as retain_until, false as is_referred_to
      from app.lock_hidden_documents(${userId})`.execute(tx)
  const hiddenIds = new Set(hidden.rows.map(({ id }) => id))
  const seen = await tx
    .selectFrom('documents')
    .select(['id', 'uploaded_by', 'created_at', 'check_state'])
    .select(sql<string | null>`case when retain_until >= app.fund_day() then retain_until end`.as('retain_until'))
    .select(isReferredTo.as('is_referred_to'))
    .where('owner_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()
  // Administrator's uploads are in both.
  return [...hidden.rows, ...seen.filter(({ id }) => !hiddenIds.has(id))]
}

/**
 * Deletes documents of an erased account, and queues the removal of their files. The audit entries omit filenames,
 * unlike those of other deletions.
 * @throws PortalError FORBIDDEN if the actor has just lost the right
 */
export async function eraseDocuments(tx: Transaction<Database>, actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const hidden = await sql<{
    id: string
    user_id: string
    file_path: string
    file_size: number
    sha256: string | null
  }>`
    select * from app.erase_hidden_documents(${ids}::uuid[])`.execute(tx)
  const seen = await tx
    .deleteFrom('documents')
    .where('id', 'in', ids)
    .returning(['id', 'user_id', 'file_path', 'file_size', 'sha256'])
    .execute()
  const deleted = [...hidden.rows, ...seen]
  if (deleted.length < ids.length) throw new PortalError('FORBIDDEN')
  await auditAll(
    tx,
    actor,
    'document.deleted',
    deleted.map(({ id, user_id, file_size, sha256 }) => ({
      subjectId: id,
      details: { user_id, file_size, sha256, account_erased: true },
    })),
  )
  await enqueueAll(
    tx,
    'remove-file',
    deleted.filter(({ file_path }) => file_path !== '').map(({ file_path }) => ({ file_path })),
  )
}
