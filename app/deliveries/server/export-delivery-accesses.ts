import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { nameOrAddress } from '../../../server/access/name-with-address.ts'
import { type DocumentAccess, exportAccesses } from '../../runs/server/export-accesses.ts'

export type DeliveryAccess = DocumentAccess & { recipient: string }

/** Exports what was served of a delivery, see `exportAccesses`. */
export async function exportDeliveryAccesses(actor: Actor, id: string) {
  const recipient = sql`coalesce(h.legal_name, ${nameOrAddress('o')})`
  return exportAccesses<DeliveryAccess>(actor, id, {
    ...{ entry: 'delivery.exported', name: 'delivery', runs: 'document_deliveries' },
    columns: sql`f.filename, f.sha256, ${recipient} as recipient, p.is_admin or p.is_approver as "isOffice"`,
    from: sql`delivery_documents i join delivery_files f on f.delivery_id = i.delivery_id and f.n = i.n
      join user_profiles o on o.id = i.user_id left join holders h on h.id = i.holder_id`,
    where: sql`i.delivery_id = ${id} order by lower(${recipient}), i.owner_id, i.n`,
  })
}
