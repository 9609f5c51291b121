import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { nameOrAddress } from '../access/name-with-address.ts'
import { type ExportedRows, exportRows, inOneBatch } from '../audit/export-rows.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { PaperAccess } from './paper.ts'

/** A request that was served bytes of a document of a batch; or a document of which nobody was, without anything of these. */
export interface ExportedAccess extends Partial<{ [Key in keyof PaperAccess]: PaperAccess[Key] | null }> {
  n: number
  holderNumber: string
  holder: string
  filename: string
  sha256: string
  documentId: string
}

/**
 * Exports every byte that was served of a batch's documents: who, how, when, from where. A document that nobody was served is
 * in it, too.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED; NOT_FOUND
 */
export async function exportPaperAccesses(actor: Actor, batchId: string): Promise<ExportedRows<ExportedAccess>> {
  const id = assertId(batchId)
  return exportRows(actor, 'papers.exported', async tx => {
    const batch = await tx.selectFrom('paper_batches').select('id').where('id', '=', id).executeTakeFirst()
    if (!batch) throw new PortalError('NOT_FOUND')
    const { rows } = await sql<ExportedAccess>`
      select i.n, h.number as "holderNumber", h.legal_name as holder, i.filename, i.part_sha256 as sha256,
        i.document_id as "documentId", a.id, ${nameOrAddress('p')} as person, p.email, 
        case when a.id is not null then not app.read_as_recipient(a.user_id, i.document_id, i.holder_id, a.begun_at) end as "isOffice", a.how,
        a.first_byte as "firstByte", a.last_byte as "lastByte", a.sent, a.begun_at as "begunAt", a.ended_at as "endedAt", a.ip,
        a.user_agent as "userAgent"
      from paper_batch_items i join holders h on h.id = i.holder_id
        left join file_accesses a on a.document_id = i.document_id left join user_profiles p on p.id = a.user_id
      where i.batch_id = ${id} and i.filed_at is not null order by i.n, a.id`.execute(tx)
    return { rows: inOneBatch(rows), details: { batch: id, rows: rows.length } }
  })
}
