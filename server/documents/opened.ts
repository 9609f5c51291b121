import { sql, type Transaction } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Database } from '../database/types.ts'
import { isOwnDocument } from './readers.ts'

/**
 * Records that the actor's viewer opened documents, as `app.count_served` does for served bytes: marks them as read for
 * their owner or a member of their holder; for anyone but the uploader, ends the uploader's undo. Only the first time
 * counts.
 */
export async function recordOpened(tx: Transaction<Database>, actor: Actor, ids: readonly string[]): Promise<void> {
  const isOwner = isOwnDocument
  const isOther = sql<boolean>`uploaded_by is distinct from ${actor.id}`
  await tx
    .updateTable('documents')
    .set({
      read_at: sql<Date | null>`case when ${isOwner} then coalesce(read_at, now()) else read_at end`,
      opened_by_others_at: sql<Date | null>`case when ${isOther} then coalesce(opened_by_others_at, now())
        else opened_by_others_at end`,
    })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where(sql<boolean>`(${isOwner} and read_at is null or ${isOther} and opened_by_others_at is null)`)
    .execute()
}
