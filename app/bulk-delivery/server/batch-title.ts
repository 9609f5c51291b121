import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'
import { titleOfBatch } from '../../runs/server/run-kinds.ts'

/** @returns what a batch is called: 'Tax form, 2025', or by its first file */
export async function batchTitle(tx: Transaction<Database>, batchId: string): Promise<string> {
  const { rows } = await sql<{
    title: string
  }>`select ${titleOfBatch('b')} as title from paper_batches b where b.id = ${batchId}`.execute(tx)
  return rows[0]?.title ?? ''
}
