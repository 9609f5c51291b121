import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import type { DocumentsTable } from '../../../server/database/types.ts'
import { asApprover } from '../../approvals/server/approver-rights.ts'
import { findPendingRelease } from '../../runs/server/release-run.ts'
import { releaseDeliveryCommand } from '../delivery.commands.ts'
import type { DeliveryContent } from './delivery-approval.ts'

/** A file of a delivery that another person opens before they approve it. */
export interface FileToOpen {
  n: number
  filename: string
  type: DocumentsTable['file_type']
  bytes: number
  /** The result of its inspection. */
  marks: string[] | null
  /** Whether the actor has opened it, to its last byte. */
  isOpened: boolean
  /** Who would get it, by name. */
  recipients: string[]
}

/** A delivery that waits. */
export interface DeliveryToOpen extends Pick<DeliveryContent, 'title' | 'category' | 'fundName'> {
  approvalId: string
  files: FileToOpen[]
}

/**
 * @returns a delivery with the files that have to be opened before someone approves it, and who would get them;
 *   undefined where no approval of it is pending that the actor could give
 * @throws PortalError FORBIDDEN unless the actor is an administrator or an approver; NOT_FOUND where it can't be an id
 */
export async function getDeliveryToOpen(actor: Actor, deliveryId: string): Promise<DeliveryToOpen | undefined> {
  const id = assertId(deliveryId)
  return asApprover(actor, async tx => {
    const release = await findPendingRelease<DeliveryContent>(tx, releaseDeliveryCommand, id)
    if (!release) return undefined
    const { title, category, fundName } = release.content
    const { rows } = await sql<FileToOpen>`
      with r as materialized (select * from app.delivery_recipients(${id}))
      select f.n, f.filename, f.file_type as type, f.file_size as bytes, f.marks,
        exists (select from delivery_file_looks l where l.delivery_id = f.delivery_id and l.n = f.n and l.user_id = ${actor.id})
          as "isOpened",
        (select coalesce(json_agg(r.recipient order by lower(r.recipient), r.owner_id), '[]') from r where r.n = f.n) as recipients
      from delivery_files f where f.delivery_id = ${id} order by f.n`.execute(tx)
    return { approvalId: release.approvalId, title, category, fundName, files: rows }
  })
}
