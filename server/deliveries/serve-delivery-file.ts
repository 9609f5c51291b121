import { create as contentDisposition } from 'content-disposition'
import { sql } from 'kysely'
import { mimeTypes } from '../../rules/documents.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asDecider } from '../approvals/who-decides.ts'
import type { Download } from '../http/send-download.ts'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import { storage } from '../storage/storage.ts'

/** File types that browsers may display; they save all others. */
const inlineTypes = ['pdf', 'jpg', 'jpeg', 'png', 'txt']

interface Asked {
  delivery: string
  /** The number of the file in it, from 1. */
  n: string
}

/**
 * Handles GET `/files/deliveries/{deliveryId}/{n}`: a file of a delivery that isn't sent yet, as its recipients would get it.
 * That somebody begins to read it is in the log before the first byte; that they have opened it is recorded after the last
 * one, since who approves has to have opened all of them.
 * @throws PortalError FORBIDDEN unless the actor is an administrator or an approver; NOT_FOUND, also once the delivery was sent
 *   or declined, and for an approver where it doesn't wait for them
 */
export async function serveDeliveryFile(request: Request, actor: Actor, asked: Asked): Promise<Response | Download> {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: { Allow: 'GET' } })
  const delivery = assertId(asked.delivery)
  const n = /^[1-9]\d{0,3}$/.test(asked.n) ? Number(asked.n) : 0
  const file = await asDecider(actor, async tx => {
    const found = await tx
      .selectFrom('delivery_files as file')
      .innerJoin('document_deliveries as delivery', 'delivery.id', 'file.delivery_id')
      .select([
        'file.file_path',
        'file.file_size',
        'file.file_type',
        'file.mime_type',
        'file.filename',
        'delivery.title',
      ])
      .where('file.delivery_id', '=', delivery)
      .where('file.n', '=', n)
      .where('delivery.state', 'in', ['requested', 'sending'])
      .executeTakeFirst()
    if (!found?.file_path) throw new PortalError('NOT_FOUND')
    const { title, filename } = found
    await audit(tx, actor, 'delivery.file_opened', delivery, { title, filename })
    return { ...found, file_path: found.file_path }
  })
  const stored = await storage().head(file.file_path)
  const bytes = stored?.size === file.file_size ? await storage().read(file.file_path) : undefined
  if (!bytes) throw new PortalError('NOT_FOUND')
  const isInline = inlineTypes.includes(file.file_type)
  const nothing =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
  const headers = {
    // What was checked at the upload, never a type that could run code.
    'Content-Type': isEncoded(file) ? file.mime_type : mimeTypes[file.file_type],
    'Content-Length': String(file.file_size),
    'Content-Disposition': contentDisposition(file.filename, { type: isInline ? 'inline' : 'attachment' }),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'SAMEORIGIN',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Security-Policy': file.file_type === 'pdf' ? nothing : `${nothing}; sandbox`,
  }
  const chunks = countedAtEnd(bytes, () => recordLook(actor, delivery, n))
  return { status: 200, headers, chunks, close: () => bytes[Symbol.asyncDispose]() }
}

/** Whether a text says how it is encoded; no other type has a parameter. */
function isEncoded({ file_type, mime_type }: { file_type: string; mime_type: string }): boolean {
  return file_type === 'txt' && /^text\/plain; charset=[a-z0-9-]+$/.test(mime_type)
}

/** The same chunks; once the last one was sent, `atEnd` is called. A reader who leaves before never gets there. */
async function* countedAtEnd(
  bytes: AsyncIterable<Uint8Array> & AsyncDisposable,
  atEnd: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  await using content = bytes
  for await (const chunk of content) yield chunk
  await atEnd()
}

/** Records that the actor has opened a file. Where it was decided meanwhile, or they may no longer decide, nobody needs that. */
async function recordLook(actor: Actor, delivery: string, n: number): Promise<void> {
  await asDecider(actor, tx =>
    sql`insert into delivery_file_looks (delivery_id, n, user_id) values (${delivery}, ${n}, ${actor.id})
      on conflict (delivery_id, n, user_id) do update set looked_at = now()`.execute(tx),
  ).catch(error => log.warn('could not record that a file was opened', { delivery, n, reason: String(error) }))
}
