import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { looksLikePaymentInstructions } from '../../../rules/payment-instructions.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { performStep } from '../../../server/access/perform.ts'
import { asAdministrator, requireAdministrator } from '../../../server/access/roles.ts'
import type { Database } from '../../../server/database/types.ts'
import { enqueue } from '../../../server/jobs/jobs.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type DocumentCategory, defaultFundName, documentCategories } from '../../documents/documents.ts'
import { cleanFundName, renamedFilename } from '../../documents/server/filenames.ts'
import { reachedAlone } from '../../documents/server/reached-alone.ts'
import { requireFreshProof, requireWorkdayProof } from '../../identity/server/fresh-proof.ts'
import { notifyAdministrators } from '../../notifications/server/notify.ts'
import { requireFreeSpace } from '../../uploads/server/quota.ts'
import { type StagedFile, takeStagedFiles } from '../../uploads/server/staged-files.ts'
import { deliveryDocuments, deliveryFiles, deliveryGate, stemOf } from '../deliveries.ts'
import { sendDeliveryCommand } from '../delivery.commands.ts'
import { requestDelivery } from './delivery-approval.ts'
import { mailApproversOfDelivery } from './delivery-mail.ts'
import { type ResolvedRecipient, resolveRecipients } from './recipients.ts'
import { textsOfStaged } from './staged-texts.ts'

/** The files and recipients of a delivery. */
export interface DeliveryRequest {
  /** Of the delivery: a UUID that the page has chosen, so that sending a form twice sends it once. */
  id: string
  category: string
  fundName?: string
  /** The uploads of its files, and what each document is to be called. */
  files: readonly { upload: string; name: string }[]
  /** Keys of recipients (`recipients.ts`). */
  to: readonly string[]
  /** Exceptions: an upload and the key of a recipient who doesn't get it, separated by a space. */
  without?: readonly string[]
  /** Whether what reads like payment instructions is meant. */
  anyway?: boolean
}

type Item = { file: number; recipient: ResolvedRecipient }

/**
 * Sends files to people and holders. Once this returns, nothing of the delivery can be lost: a job (`deliver-files.ts`)
 * stores everyone's copies, then makes all documents at once. Until then no one sees any. A delivery that needs a
 * second person (`deliveryGate`) is sent after that person has opened its files and approved it
 * (`delivery-approval.ts`).
 * @returns the delivery's id; the same one again where it was sent before, and its answer got lost
 */
export const sendDelivery = performStep(
  sendDeliveryCommand,
  async ({ refuse }, actor: Actor, request: DeliveryRequest): Promise<string> => {
    requireAdministrator(actor)
    const id = assertId(request.id)
    const category = documentCategories.find(known => known === request.category)
    if (!category) throw refuse('UNEXPECTED')
    const { files, to } = request
    if (files.length === 0 || to.length === 0) throw refuse('DELIVERY_EMPTY')
    if (files.length > deliveryFiles || files.length * to.length > 2 * deliveryDocuments) throw refuse('DELIVERY_LARGE')
    const uploads = files.map(({ upload }) => upload)
    const words = await textsOfStaged(actor, uploads)
    const texts = [request.fundName ?? '', ...files.map(({ name }) => name), ...words]
    if (!request.anyway && looksLikePaymentInstructions(...texts)) throw refuse('DELIVERY_PAYMENT_WORDS')
    const { proof } = deliveryGate({ owners: new Set(to).size, category, texts })
    if (proof === 'fresh') await requireFreshProof(actor)
    else await requireWorkdayProof(actor)
    return asAdministrator(actor, async tx => {
      // The same form, sent twice at once.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`delivery ${id}`}, 0))`.execute(tx)
      const before = await tx
        .selectFrom('document_deliveries')
        .select('sent_by')
        .where('id', '=', id)
        .executeTakeFirst()
      if (before?.sent_by === actor.id) return id
      if (before) throw refuse('NOT_FOUND')
      const recipients = await resolveRecipients(tx, to)
      const items = itemsOf(request, recipients)
      const staged = await takeStagedFiles(tx, actor, uploads)
      await requireFreeSpace(items.reduce((sum, { file }) => sum + (staged[file]?.file_size ?? 0), 0))
      const names = staged.map(({ file_type }, at) => renamedFilename(files[at]?.name ?? '', file_type))
      const title = titleOf(names)
      const reached = await countReached(tx, actor, { id, staged, recipients })
      const { secondPerson } = deliveryGate({
        owners: recipients.length,
        reached,
        category,
        texts: [...texts, ...names],
      })
      const state = secondPerson ? 'requested' : 'sending'
      await insertDelivery(tx, actor, { id, title, category, state, fundName: request.fundName ?? '' })
      await insertFiles(tx, id, staged, names)
      await insertItems(tx, id, staged, items)
      await audit(tx, actor, 'delivery.requested', id, {
        title,
        category,
        filenames: names,
        recipients: recipients.length,
        documents: items.length,
      })
      if (secondPerson) {
        await requestApproval(tx, actor, id)
      } else {
        await enqueue(tx, 'deliver', { delivery: id })
        await notifyAdministrators(tx, 'delivery-sent')
      }
      return id
    })
  },
)

/** Requests what takes a second person, and e-mails everyone who may decide on it. */
async function requestApproval(tx: Transaction<Database>, actor: Actor, id: string): Promise<void> {
  await requestDelivery.within(tx, actor, id, {}).catch(error => {
    const isAlone = error instanceof PortalError && error.code === 'NOBODY_TO_APPROVE'
    throw isAlone ? new PortalError('DELIVERY_NOBODY_APPROVES', { cause: error }) : error
  })
  await mailApproversOfDelivery(tx, actor, id)
}

/** @returns how many holders and people the sender reaches with these files within a day, where no one else has approved it */
async function countReached(
  tx: Transaction<Database>,
  actor: Actor,
  { id, staged, recipients }: { id: string; staged: readonly StagedFile[]; recipients: readonly ResolvedRecipient[] },
): Promise<number> {
  const others = await reachedAlone(
    tx,
    actor,
    staged.map(({ sha256 }) => sha256),
    id,
  )
  const owners = recipients.map(({ userId, holderId }) => holderId ?? userId)
  return new Set([...owners, ...others]).size
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

interface NewDelivery {
  id: string
  title: string
  category: DocumentCategory
  state: 'requested' | 'sending'
  fundName: string
}

async function insertDelivery(
  tx: Transaction<Database>,
  actor: Actor,
  { fundName, ...delivery }: NewDelivery,
): Promise<void> {
  const fund_name = cleanFundName(fundName) || defaultFundName
  await tx
    .insertInto('document_deliveries')
    .values({ ...delivery, fund_name, sent_by: actor.id })
    .execute()
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
