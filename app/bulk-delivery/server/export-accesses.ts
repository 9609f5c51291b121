import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { type DocumentAccess, exportAccesses } from '../../runs/server/export-accesses.ts'

export type ExportedAccess = DocumentAccess & { n: number; holderNumber: string; holder: string }

/** Exports what was served of a batch, see `exportAccesses`. */
export async function exportBatchAccesses(actor: Actor, id: string) {
  return exportAccesses<ExportedAccess>(actor, id, {
    ...{ entry: 'papers.exported', name: 'batch', runs: 'paper_batches' },
    columns: sql`i.n, h.number as "holderNumber", h.legal_name as holder, i.filename, i.part_sha256 as sha256,
      case when a.id is not null then not app.read_as_recipient(a.user_id, i.document_id, i.holder_id, a.begun_at) end as "isOffice"`,
    from: sql`paper_batch_items i join holders h on h.id = i.holder_id`,
    where: sql`i.batch_id = ${id} and i.filed_at is not null order by i.n`,
  })
}
