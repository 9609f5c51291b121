import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { nameOrAddress } from '../access/name-with-address.ts'
import { type ExportedRows, exportRows, inOneBatch } from '../audit/export-rows.ts'
import { PortalError } from '../platform/portal-error.ts'

/** A request that was served bytes of a delivered document; or a document of which nobody was, without anything of these. */
export interface DeliveryAccess {
  documentId: string
  filename: string
  sha256: string
  recipient: string
  person: string | null
  email: string | null
  /** Of the office, which sees every document. */
  isOffice: boolean | null
  how: 'viewer' | 'download' | 'zip' | null
  firstByte: number | null
  lastByte: number | null
  sent: number | null
  /** Times are UTC. */
  begunAt: Date | null
  endedAt: Date | null
  ip: string | null
  userAgent: string | null
}

/**
 * Exports every byte that was served of a delivery's documents: who, how, when, from where. A document that nobody was served
 * is in it, too.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED; NOT_FOUND
 */
export async function exportDeliveryAccesses(actor: Actor, deliveryId: string): Promise<ExportedRows<DeliveryAccess>> {
  const id = assertId(deliveryId)
  return exportRows(actor, 'delivery.exported', async tx => {
    const delivery = await tx.selectFrom('document_deliveries').select('id').where('id', '=', id).executeTakeFirst()
    if (!delivery) throw new PortalError('NOT_FOUND')
    const { rows } = await sql<DeliveryAccess>`
      select i.document_id as "documentId", f.filename, f.sha256, coalesce(h.legal_name, ${nameOrAddress('o')}) as recipient,
        ${nameOrAddress('p')} as person, p.email, p.is_admin or p.is_approver as "isOffice", a.how,
        a.first_byte as "firstByte", a.last_byte as "lastByte", a.sent, a.begun_at as "begunAt", a.ended_at as "endedAt", a.ip,
        a.user_agent as "userAgent"
      from delivery_documents i join delivery_files f on f.delivery_id = i.delivery_id and f.n = i.n
        join user_profiles o on o.id = i.user_id left join holders h on h.id = i.holder_id
        left join file_accesses a on a.document_id = i.document_id left join user_profiles p on p.id = a.user_id
      where i.delivery_id = ${id} order by lower(coalesce(h.legal_name, ${nameOrAddress('o')})), i.owner_id, i.n, a.id`.execute(
      tx,
    )
    return { rows: inOneBatch(rows), details: { delivery: id, rows: rows.length } }
  })
}
