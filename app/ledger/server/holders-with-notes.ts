import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'

/**
 * @param period inclusive
 * @returns ids of holders who were owed something at the start of a period, or have entries in it
 */
export async function findHoldersWithNotes(
  tx: Transaction<Database>,
  { start, end }: { start: string; end: string },
): Promise<string[]> {
  const { rows } = await sql<{ holder_id: string }>`select m.holder_id from app.note_movements m
    where m.booked_on <= ${end}::date group by m.holder_id
    having bool_or(m.booked_on >= ${start}::date) or sum(m.principal_cents + m.interest_cents) <> 0 order by 1`.execute(
    tx,
  )
  return rows.map(row => row.holder_id)
}

/**
 * Blocks transactions with new entries until this one ends, and waits for those that are committing. The database takes
 * the same lock to chain entries (ledger-balances.sql).
 */
export async function holdLedger(tx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ledger chain', 0))`.execute(tx)
}
