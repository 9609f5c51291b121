import { sql, type Transaction } from 'kysely'
import type { CheckState } from '../../rules/file-checks.ts'
import type { Actor } from '../access/actor.ts'
import { auditAll } from '../access/audit.ts'
import type { Database } from '../database/types.ts'
import { enqueueAll } from '../jobs/jobs.ts'
import { PortalError } from '../platform/portal-error.ts'

/** A document of an account that is about to be erased. */
interface ErasableDocument {
  id: string
  uploaded_by: string | null
  created_at: Date
  check_state: CheckState
  /** YYYY-MM-DD, where it must be kept and that day has not passed. */
  retain_until: string | null
}

/**
 * @returns all documents of a person but their holders', for the erasure of their account, locked; also those that wait
 *   for their check or failed it, which the administrator does not see
 */
export async function findErasableDocuments(tx: Transaction<Database>, userId: string): Promise<ErasableDocument[]> {
  const hidden =
    await sql<ErasableDocument>`select *, null as retain_until from app.lock_hidden_documents(${userId})`.execute(tx)
  const hiddenIds = new Set(hidden.rows.map(({ id }) => id))
  const seen = await tx
    .selectFrom('documents')
    .select(['id', 'uploaded_by', 'created_at', 'check_state'])
    .select(sql<string | null>`case when retain_until >= app.fund_day() then retain_until end`.as('retain_until'))
    .where('owner_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()
  // What the administrator uploaded is in both.
  return [...hidden.rows, ...seen.filter(({ id }) => !hiddenIds.has(id))]
}

/**
 * Deletes documents of an account that is erased, and queues the removal of their files. As with every deletion the
 * audit log says that it was done; unlike others it doesn't say what they were called.
 * @throws PortalError FORBIDDEN where the actor has just lost the right to
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
