import { type SqlBool, sql, type Transaction } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import type { Database } from '../database/types.ts'

/** A file that an investor uploaded and no administrator has opened yet. */
export interface NewFile {
  filename: string
  /** The owner's name, or else their address. */
  owner: string
}

/**
 * @param most how many to name
 * @returns how many files are new to the office, and the newest of them, in an administrator's transaction
 */
export async function findNewFiles(
  tx: Transaction<Database>,
  most: number,
): Promise<{ total: number; newest: NewFile[] }> {
  const files = tx.selectFrom('documents').where(sql<SqlBool>`new_for_office`)
  const { total } = await files.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  if (total === 0) return { total, newest: [] }
  const newest = await files
    .innerJoin('user_profiles as owner', 'owner.id', 'documents.user_id')
    .select(['filename', 'owner.full_name', 'owner.email'])
    .orderBy('documents.created_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(most)
    .execute()
  return { total, newest: newest.map(({ filename, full_name, email }) => ({ filename, owner: full_name || email })) }
}

/** @returns when the oldest open delete request was made, in an administrator's transaction */
export async function findOldestDeleteRequest(tx: Transaction<Database>): Promise<Date | null> {
  const { oldest } = await tx
    .selectFrom('documents')
    .select(({ fn }) => fn.min('delete_requested_at').as('oldest'))
    .where('delete_request_status', '=', 'pending')
    .where('delete_requested_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return oldest
}

/**
 * Marks every new file as seen by the office, or one of them.
 * @returns how many were new
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function markFilesSeen(actor: Actor, documentId?: string): Promise<number> {
  const ids = documentId === undefined ? null : [assertId(documentId)]
  return asAdministrator(actor, async tx => {
    const { rows } = await sql<{ files: number }>`select app.mark_seen(${ids}) as files`.execute(tx)
    const files = rows[0]?.files ?? 0
    if (files > 0) await audit(tx, actor, 'documents.marked_seen', documentId ?? actor.id, { files })
    return files
  })
}
