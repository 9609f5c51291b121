import { create as contentDisposition } from 'content-disposition'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { asDecider } from '../approvals/who-decides.ts'
import type { Download } from '../http/send-download.ts'
import { PortalError } from '../platform/portal-error.ts'
import { storage } from '../storage/storage.ts'

/**
 * Handles GET `/files/papers/{itemId}`: the pages of a document of a batch that isn't released yet, as its recipient would get
 * them. That the actor has opened them is recorded: who approves has to have opened some.
 * @throws PortalError FORBIDDEN unless the actor is an administrator or an approver; NOT_FOUND, also once the batch has ended,
 *   and for an approver where it wasn't drawn for a release that waits
 */
export async function servePart(request: Request, actor: Actor, itemId: string): Promise<Response | Download> {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: { Allow: 'GET' } })
  const id = assertId(itemId)
  const part = await asDecider(actor, async tx => {
    const found = await tx
      .selectFrom('paper_batch_items')
      .select(['part_path', 'part_size', 'filename'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!found?.part_path) throw new PortalError('NOT_FOUND')
    await sql`insert into paper_item_looks (item_id, user_id) values (${id}, ${actor.id})
      on conflict (item_id, user_id) do update set looked_at = now()`.execute(tx)
    return { ...found, part_path: found.part_path }
  })
  const bytes = await storage().read(part.part_path)
  if (!bytes) throw new PortalError('NOT_FOUND')
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Length': String(part.part_size),
    'Content-Disposition': contentDisposition(part.filename, { type: 'inline' }),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'SAMEORIGIN',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  }
  return { status: 200, headers, chunks: bytes, close: () => bytes[Symbol.asyncDispose]() }
}
