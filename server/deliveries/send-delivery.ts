import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { deliveryDocuments, deliveryFiles, stemOf } from '../../rules/deliveries.ts'
import { type DocumentCategory, defaultFundName, documentCategories } from '../../rules/documents.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import type { Database } from '../database/types.ts'
import { cleanFundName, renamedFilename } from '../documents/filenames.ts'
import { enqueue } from '../jobs/jobs.ts'
import { PortalError } from '../platform/portal-error.ts'
import { requireFreeSpace } from '../uploads/quota.ts'
import { type StagedFile, takeStagedFiles } from '../uploads/staged-files.ts'
import { type ResolvedRecipient, resolveRecipients } from './recipients.ts'

/** What is to be sent to whom. */
export interface DeliveryRequest {
  /** Of the delivery: a UUID that the page has chosen, so that sending a form twice sends it once. */
  id: string
  category: string
  fundName?: string
  /** The uploads of its files, and what each document is to be called. */
  files: readonly { upload: string; name: string }[]
  /** Keys of recipients (`recipients.ts`). */
  to: readonly string[]
  /** What isn't for everyone: an upload and the key of who doesn't get it, with a space between them. */
  without?: readonly string[]
}

type Item = { file: number; recipient: ResolvedRecipient }

/**
 * Sends files to people and holders. Once this returns nothing of it is lost: a job (`deliver-files.ts`) stores everyone's
 * copies, then makes all documents at once. Until then nobody sees any.
 * @returns the delivery's id; the same one again where it was sent before, and its answer got lost
 * @throws PortalError FORBIDDEN unless the actor is an administrator; DELIVERY_EMPTY, DELIVERY_LARGE, DELIVERY_FILE_GONE,
 *   DELIVERY_RECIPIENT_GONE, FILE_NAME, STORE_FULL; UNEXPECTED for an unknown category
 */
export async function sendDelivery(actor: Actor, request: DeliveryRequest): Promise<string> {
  const id = assertId(request.id)
  const category = documentCategories.find(known => known === request.category)
  if (!category) throw new PortalError('UNEXPECTED')
  const { files, to } = request
  if (files.length === 0 || to.length === 0) throw new PortalError('DELIVERY_EMPTY')
  if (files.length > deliveryFiles || files.length * to.length > 2 * deliveryDocuments)
    throw new PortalError('DELIVERY_LARGE')
  return asAdministrator(actor, async tx => {
    // The same form, sent twice at once.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`delivery ${id}`}, 0))`.execute(tx)
    const before = await tx.selectFrom('document_deliveries').select('sent_by').where('id', '=', id).executeTakeFirst()
    if (before?.sent_by === actor.id) return id
    if (before) throw new PortalError('NOT_FOUND')
    const recipients = await resolveRecipients(tx, to)
    const items = itemsOf(request, recipients)
    const staged = await takeStagedFiles(
      tx,
      actor,
      files.map(({ upload }) => upload),
    )
    await requireFreeSpace(items.reduce((sum, { file }) => sum + (staged[file]?.file_size ?? 0), 0))
    const names = staged.map(({ file_type }, at) => renamedFilename(files[at]?.name ?? '', file_type))
    const title = titleOf(names)
    await insertDelivery(tx, actor, { id, title, category, fundName: request.fundName ?? '' })
    await insertFiles(tx, id, staged, names)
    await insertItems(tx, id, staged, items)
    await audit(tx, actor, 'delivery.requested', id, {
      title,
      category,
      filenames: names,
      recipients: recipients.length,
      documents: items.length,
    })
    await enqueue(tx, 'deliver', { delivery: id })
    return id
  })
}

/** @returns who gets which file */
function itemsOf({ files, without = [] }: DeliveryRequest, recipients: readonly ResolvedRecipient[]): Item[] {
  const left = new Set(without)
  const items = files.flatMap(({ upload }, file) =>
    recipients.filter(({ key }) => !left.has(`${upload} ${key}`)).map(recipient => ({ file, recipient })),
  )
  const served = new Set(items.map(({ recipient }) => recipient.key))
  if (new Set(items.map(({ file }) => file)).size < files.length || served.size < recipients.length)
    throw new PortalError('DELIVERY_EMPTY')
  if (items.length > deliveryDocuments) throw new PortalError('DELIVERY_LARGE')
  return items
}

function titleOf([first = '', ...others]: readonly string[]): string {
  return others.length > 0 ? `${stemOf(first)} and ${others.length} more` : stemOf(first)
}

async function insertDelivery(
  tx: Transaction<Database>,
  actor: Actor,
  { id, title, category, fundName }: { id: string; title: string; category: DocumentCategory; fundName: string },
): Promise<void> {
  const fund_name = cleanFundName(fundName) || defaultFundName
  await tx.insertInto('document_deliveries').values({ id, title, category, fund_name, sent_by: actor.id }).execute()
}

async function insertFiles(
  tx: Transaction<Database>,
  delivery_id: string,
  staged: readonly StagedFile[],
  names: readonly string[],
): Promise<void> {
  const rows = staged.map(({ id: _, ...file }, at) => ({ ...file, delivery_id, n: at + 1, filename: names[at] ?? '' }))
  await tx.insertInto('delivery_files').values(rows).execute()
}

/** Reserves each document's id and file. */
async function insertItems(
  tx: Transaction<Database>,
  delivery_id: string,
  staged: readonly StagedFile[],
  items: readonly Item[],
): Promise<void> {
  // In microseconds, as files of statements have it: no upload has such a name.
  const { rows } = await sql<{
    stamp: string
  }>`select (extract(epoch from clock_timestamp()) * 1e6)::bigint::text as stamp`.execute(tx)
  const first = Number(rows[0]?.stamp)
  const values = items.map(({ file, recipient: { userId, holderId } }, at) => ({
    document_id: randomUUID(),
    delivery_id,
    n: file + 1,
    user_id: userId,
    holder_id: holderId,
    file_path: `${userId}/${first + at}.${staged[file]?.file_type}`,
  }))
  await tx.insertInto('delivery_documents').values(values).execute()
}
