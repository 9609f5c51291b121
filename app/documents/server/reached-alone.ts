import { sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import type { Database } from '../../../server/database/types.ts'

/**
 * Counts the recipients of an administrator's files within a day, by any way, without approval. The database counts
 * again on writing (`app.require_delivery_gate`, `app.require_one_person_enough`).
 * @param files their SHA-256, lower-case hexadecimal
 * @param delivery excluded from the count
 * @returns the ids of people and holders
 */
export async function reachedAlone(
  tx: Transaction<Database>,
  actor: Actor,
  files: readonly string[],
  delivery: string | null = null,
): Promise<string[]> {
  // Serializes the sender's transactions, so that each counts the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deliveries of ${actor.id}`}, 0))`.execute(tx)
  const { rows } = await sql<{ owner: string }>`
    select owner from app.reached_alone(${files}::text[], ${delivery}) owner`.execute(tx)
  return rows.map(({ owner }) => owner)
}
