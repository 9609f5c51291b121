import type { Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'

export async function queueSeal(
  _tx: Transaction<Database>,
  _file: { kind: string; subjectId: string; holderId: string | null },
): Promise<string> {
  throw new Error('stand-in')
}
