import type { Transaction } from 'kysely'
import type { AuditAction } from '../../../rules/audit-words.ts'
import { exportBatch } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { asAdministrator, requireAdministrator } from '../../../server/access/roles.ts'
import type { Database } from '../../../server/database/types.ts'
import { type MadeFile, madeFile } from '../../../server/http/made-file.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'

/** Rows, read in batches while they are sent. */
export type RowsInBatches<Row> = AsyncGenerator<readonly Row[], void, void>

/** Rows of a recorded export. */
export type ExportedRows<Row> = MadeFile<RowsInBatches<Row>>

/**
 * Starts an export of a list for an administrator with fresh proof, and records it.
 * @param find selects the rows, in the transaction that records the export
 */
export async function exportRows<Row>(
  actor: Actor,
  action: AuditAction,
  find: (tx: Transaction<Database>) => Promise<{ rows: RowsInBatches<Row>; details: Record<string, unknown> }>,
): Promise<ExportedRows<Row>> {
  requireAdministrator(actor)
  await requireFreshProof(actor)
  return asAdministrator(actor, async tx => {
    const { rows, details } = await find(tx)
    await audit(tx, actor, action, actor.id, details)
    return madeFile({ proof: 'fresh', entry: action }, rows)
  })
}

export async function* inOneBatch<Row>(rows: readonly Row[]): RowsInBatches<Row> {
  yield rows
}

/** @returns rows by ids, in batches, each in an administrator's transaction of its own */
export async function* readByIds<Row>(
  actor: Actor,
  ids: readonly string[],
  read: (tx: Transaction<Database>, ids: string[]) => Promise<readonly Row[]>,
): RowsInBatches<Row> {
  for (let from = 0; from < ids.length; from += exportBatch) {
    yield await asAdministrator(actor, tx => read(tx, ids.slice(from, from + exportBatch)))
  }
}
