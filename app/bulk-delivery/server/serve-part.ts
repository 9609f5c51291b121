import { sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import type { Database } from '../../../server/database/types.ts'
import type { Download } from '../../../server/http/send-download.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { asApprover } from '../../approvals/server/approver-rights.ts'
import { serveBytes } from '../../downloads/server/serve-bytes.ts'

/**
 * Handles GET and HEAD on `/files/papers/{itemId}`: the pages of a document of a batch that isn't released yet, as its
 * recipient would get them. Once the last byte has left, the actor has opened them; an approver must have opened the
 * drawn ones.
 * @throws PortalError FORBIDDEN unless the actor is an administrator or an approver; NOT_FOUND, also once the batch has
 *   ended, and for an approver where it wasn't drawn for a pending release; PROOF_NEEDED for a tax document;
 *   TOO_MANY_READS
 */
export async function servePart(request: Request, actor: Actor, itemId: string): Promise<Response | Download> {
  return serveBytes(request, actor, async () => {
    const id = assertId(itemId)
    const part = await asApprover(actor, tx => findPart(tx, id))
    return {
      served: { itemId: id },
      file_path: part.path,
      file_size: part.size,
      filename: part.filename,
      file_type: 'pdf',
      sha256: part.sha256,
      isTaxOfOthers: part.isTax,
      isSaved: false,
      hasRanges: false,
      record: async () => {
        const details = { batch_id: part.batchId, n: part.n, filename: part.filename, sha256: part.sha256 }
        await asApprover(actor, tx => audit(tx, actor, 'papers.opened', id, details))
      },
      opened: () => asApprover(actor, tx => recordView(tx, actor, id)),
    }
  })
}

interface Part {
  path: string
  size: number
  sha256: string
  filename: string
  batchId: string
  n: number
  isTax: boolean
}

/** @throws PortalError NOT_FOUND */
async function findPart(tx: Transaction<Database>, id: string): Promise<Part> {
  const { rows } = await sql<Omit<Part, 'path'> & { path: string | null }>`
    select i.part_path as path, i.part_size::int as size, i.part_sha256 as sha256, i.filename, i.batch_id as "batchId", i.n,
      app.is_tax_item(i.id) as "isTax"
    from paper_batch_items i where i.id = ${id}`.execute(tx)
  const [part] = rows
  if (!part?.path) throw new PortalError('NOT_FOUND')
  return { ...part, path: part.path }
}

async function recordView(tx: Transaction<Database>, actor: Actor, id: string): Promise<void> {
  // Its batch may have been read again, or have ended, since the first byte.
  await sql`insert into paper_item_looks (item_id, user_id) select i.id, ${actor.id} from paper_batch_items i where i.id = ${id}
    on conflict (item_id, user_id) do update set looked_at = now()`.execute(tx)
}
