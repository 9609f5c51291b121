import { type Insertable, sql, type Transaction } from 'kysely'
import type { Database } from './types.ts'

/** Rows per statement, to limit memory. */
const batchSize = 5000

/**
 * Inserts rows in order. They are sent as one value instead of one per cell, which takes a fraction of the time with
 * thousands of them.
 * @param rows all with the same columns, none of them binary
 */
export async function insertRows<Table extends keyof Database & string>(
  tx: Transaction<Database>,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map(column => sql.ref(column)))
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = JSON.stringify(rows.slice(from, from + batchSize), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${batch}::jsonb)`.execute(tx)
  }
}
