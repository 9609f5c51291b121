import { sql, type Transaction } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Database } from '../database/types.ts'

/**
 * Counts whom an administrator has sent a file within a day, by whichever way, without a second person's approval. The database
 * counts again where it is written (`app.require_delivery_gate`, `app.require_one_person_enough`).
 * @param files their SHA-256, lower-case hexadecimal
 * @param delivery one that doesn't count
 * @returns the ids of people and holders
 */
export async function reachedAlone(
  tx: Transaction<Database>,
  actor: Actor,
  files: readonly string[],
  delivery: string | null = null,
): Promise<string[]> {
  // Two of the same sender at once each see the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deliveries of ${actor.id}`}, 0))`.execute(tx)
  const { rows } = await sql<{ owner: string }>`
    select owner from app.reached_alone(${files}::text[], ${delivery}) owner`.execute(tx)
  return rows.map(({ owner }) => owner)
}
