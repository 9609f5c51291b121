import { type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import { countLimit } from '../../rules/limits.ts'
import type { Database } from './types.ts'

/** Number of rows: `total`, or more than that. */
export interface RowCount {
  total: number
  more: boolean
}

/** Counts rows up to `countLimit`: counting a million takes longer than reading a page of them. */
export async function countUpTo(
  tx: Transaction<Database>,
  // biome-ignore lint/suspicious/noExplicitAny: Which tables and columns it has makes no difference.
  rows: SelectQueryBuilder<any, any, any>,
): Promise<RowCount> {
  const found = rows
    .clearSelect()
    .select(sql.lit(1).as('one'))
    .limit(countLimit + 1)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from ${found.as('counted')}`.execute(
    tx,
  )
  const total = counted[0]?.total ?? 0
  return { total: Math.min(total, countLimit), more: total > countLimit }
}
