import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import type { Download } from '../../../server/http/send-download.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { asApprover } from '../../approvals/server/approver-rights.ts'
import { inlineTypes, serveBytes } from '../../downloads/server/serve-bytes.ts'

interface Requested {
  delivery: string
  /** The number of the file in it, from 1. */
  n: string
}

/**
 * Handles GET and HEAD on `/files/deliveries/{deliveryId}/{n}`: a file of a delivery that isn't sent yet, as its
 * recipients would get it. Once the last byte has left, the actor has opened it; an approver must have opened every
 * file.
 * @throws PortalError FORBIDDEN unless the actor is an administrator or an approver; NOT_FOUND, also once the delivery
 *   was sent or declined, and for an approver where it isn't pending; PROOF_NEEDED for a tax document; TOO_MANY_READS
 */
export async function serveDeliveryFile(
  request: Request,
  actor: Actor,
  requested: Requested,
): Promise<Response | Download> {
  return serveBytes(request, actor, async () => {
    const delivery = assertId(requested.delivery)
    const n = /^[1-9]\d{0,3}$/.test(requested.n) ? Number(requested.n) : 0
    const { title, category, file_path, ...file } = await findFile(actor, delivery, n)
    return {
      ...file,
      file_path,
      served: { deliveryId: delivery, n },
      isTaxOfOthers: category === 'Tax',
      isSaved: !inlineTypes.includes(file.file_type),
      hasRanges: false,
      record: () =>
        asApprover(actor, tx =>
          audit(tx, actor, 'delivery.file_opened', delivery, { title, filename: file.filename, sha256: file.sha256 }),
        ),
      // It may have been decided since the first byte: then there is no such row.
      opened: () =>
        asApprover(actor, async tx => {
          await sql`insert into delivery_file_looks (delivery_id, n, user_id)
            select f.delivery_id, f.n, ${actor.id} from delivery_files f where f.delivery_id = ${delivery} and f.n = ${n}
            on conflict (delivery_id, n, user_id) do update set looked_at = now()`.execute(tx)
        }),
    }
  })
}

/** @throws PortalError NOT_FOUND */
function findFile(actor: Actor, delivery: string, n: number) {
  return asApprover(actor, async tx => {
    const found = await tx
      .selectFrom('delivery_files as file')
      .innerJoin('document_deliveries as delivery', 'delivery.id', 'file.delivery_id')
      .select(['file.file_path', 'file.file_size', 'file.file_type', 'file.mime_type', 'file.filename', 'file.sha256'])
      .select(['delivery.title', 'delivery.category'])
      .where('file.delivery_id', '=', delivery)
      .where('file.n', '=', n)
      .where('delivery.state', 'in', ['requested', 'sending'])
      .executeTakeFirst()
    if (!found?.file_path) throw new PortalError('NOT_FOUND')
    return { ...found, file_path: found.file_path }
  })
}
