import type { Transaction } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { auditAll } from '../access/audit.ts'
import type { Database } from '../database/types.ts'
import { enqueueAll } from '../jobs/jobs.ts'
import { PortalError } from '../platform/portal-error.ts'

/** @returns all documents of a person, for the erasure of their account, locked in the order of their ids */
export function findErasableDocuments(tx: Transaction<Database>, userId: string) {
  return tx
    .selectFrom('documents')
    .select(['id', 'uploaded_by', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Deletes documents of an account that is erased, and queues the removal of their files. As with every deletion the
 * audit log says that it was done; unlike others it doesn't say what they were called.
 * @throws PortalError FORBIDDEN where the actor has just lost the right to
 */
export async function eraseDocuments(tx: Transaction<Database>, actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const deleted = await tx
    .deleteFrom('documents')
    .where('id', 'in', ids)
    .returning(['id', 'user_id', 'file_path', 'file_size', 'sha256'])
    .execute()
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
