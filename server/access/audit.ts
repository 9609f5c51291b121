import type { Transaction } from 'kysely'
import type { Database } from '../database/types.ts'
import type { Actor } from './actor.ts'

/**
 * Writes what was done into the log that nobody can change, in the transaction that does it.
 * @param action noun and verb, such as `document.uploaded`
 * @param subjectId the row it was done to; the entry outlives it
 * @param details what a reader will want to know once that row is gone
 */
export function audit(
  tx: Transaction<Database>,
  actor: Pick<Actor, 'id' | 'email'>,
  action: string,
  subjectId: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  return auditAll(tx, actor, action, [{ subjectId, details }])
}

/** Writes an entry for each of many rows that the same was done to, as `audit` does for one. */
export async function auditAll(
  tx: Transaction<Database>,
  actor: Pick<Actor, 'id' | 'email'>,
  action: string,
  entries: readonly { subjectId: string; details: Record<string, unknown> }[],
): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('audit_log')
    .values(
      entries.map(({ subjectId, details }) => ({
        actor_id: actor.id,
        actor_email: actor.email,
        action,
        subject_id: subjectId,
        details: JSON.stringify(details),
      })),
    )
    .execute()
}
