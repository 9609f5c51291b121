import { type Selectable, sql, type Transaction } from 'kysely'
import { audit } from '../../../server/access/audit.ts'
import { nameOrAddress } from '../../../server/access/name-with-address.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import type {
  Database,
  DeliveryDocumentsTable,
  DeliveryFilesTable,
  DocumentDeliveriesTable,
} from '../../../server/database/types.ts'
import { enqueueAll, enqueueLost } from '../../../server/jobs/jobs.ts'
import { log } from '../../../server/platform/log.ts'
import { addDocuments } from '../../documents/server/stored-files.ts'
import { scanner } from '../../file-checks/server/scanner.ts'
import {
  type Copy,
  fileAsSender,
  fileGone,
  requireRoom,
  storeCopies,
  trySending,
} from '../../runs/server/send-copies.ts'

type File = Selectable<DeliveryFilesTable>
type Item = Selectable<DeliveryDocumentsTable>
type Unsent = Selectable<DocumentDeliveriesTable> & { files: File[]; items: Item[] }

/**
 * Sends a delivery, the handler of the queue `deliver`: stores a copy of its files for each recipient, then makes all
 * documents in one transaction. It may be interrupted at any step and run again, even twice at once: a copy that is
 * stored is not stored again, and only one transaction finds the delivery unsent.
 * Where it can't be sent, no one has received anything, and its page says why. Of one that wasn't approved it ends the files.
 * @throws errors of storage and database: it is tried again
 */
export async function deliverFiles({ delivery: id }: { delivery: string }): Promise<void> {
  const unsent = await actAsJobs(async tx => (await readUnsent(tx, id)) ?? endDeclined(tx, id))
  if (!unsent) return
  await trySending(
    id,
    async () => {
      await storeCopies(copiesOf(unsent), 'DELIVERY_FILE_GONE')
      await makeDocuments(unsent)
    },
    {
      DELIVERY_NO_ROOM: null,
      DELIVERY_FILE_GONE: fileGone,
      FORBIDDEN: 'The person who sent it was no longer an administrator.',
    },
    problem => actAsJobs(tx => giveUp(tx, unsent, problem)),
  )
}

/**
 * Queues unfinished deliveries without a job again, such as after a backup was restored. Part of the hourly clean-up.
 */
export async function resumeDeliveries(): Promise<void> {
  const unfinished = sql`select d.id as delivery from document_deliveries d left join approvals a on a.id = d.approval_id
    where d.state = 'sending' and coalesce(a.decided_at, d.created_at) < now() - interval '1 hour'
      or d.state = 'declined' and exists (select from delivery_files f where f.delivery_id = d.id and f.file_path is not null)`
  await enqueueLost('deliver', unfinished)
}

async function readUnsent(tx: Transaction<Database>, id: string): Promise<Unsent | undefined> {
  const delivery = await tx
    .selectFrom('document_deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  if (!delivery) return undefined
  const files = await tx.selectFrom('delivery_files').selectAll().where('delivery_id', '=', id).orderBy('n').execute()
  const items = await tx
    .selectFrom('delivery_documents')
    .selectAll()
    .where('delivery_id', '=', id)
    .orderBy('file_path')
    .execute()
  return { ...delivery, files, items }
}

/** A rejected delivery is sent to no one: its uploaded files are removed. */
async function endDeclined(tx: Transaction<Database>, id: string): Promise<undefined> {
  const files = await tx
    .selectFrom('delivery_files as file')
    .innerJoin('document_deliveries as delivery', 'delivery.id', 'file.delivery_id')
    .select('file.file_path')
    .where('file.delivery_id', '=', id)
    .where('delivery.state', '=', 'declined')
    .where('file.file_path', 'is not', null)
    .execute()
  if (files.length === 0) return
  await tx.updateTable('delivery_files').set({ file_path: null }).where('delivery_id', '=', id).execute()
  await enqueueAll(tx, 'remove-file', sourcesOf(files))
}

function copiesOf({ files, items }: Unsent): Copy[] {
  const byNumber = new Map(files.map(file => [file.n, file]))
  return items.map(({ n, file_path: to }) => {
    const { file_path: from, file_size: size, sha256 } = byNumber.get(n) as File
    return { from, to, size, sha256 }
  })
}

/** Makes all documents, notifies everyone who has one, and ends the delivery, all or nothing. */
async function makeDocuments({ id, sent_by, files, items, title, category, fund_name }: Unsent): Promise<void> {
  const byNumber = new Map(files.map(file => [file.n, file]))
  await fileAsSender(sent_by, { runs: 'document_deliveries', id, state: 'sending' }, async (tx, sender) => {
    const copies = sql`select p.id as user_id, f.file_size as bytes, ${nameOrAddress('p')} as name
      from delivery_documents i join delivery_files f on f.delivery_id = i.delivery_id and f.n = i.n
        join user_profiles p on p.id = i.user_id
      where i.delivery_id = ${id}`
    await requireRoom(tx, sender, copies, 'DELIVERY_NO_ROOM')
    const made = items.map(({ document_id, user_id, holder_id, n, file_path }) => {
      const { filename, file_type, file_size, mime_type, sha256, marks } = byNumber.get(n) as File
      const stored = { file_path, file_type, file_size, mime_type, sha256, marks }
      return { id: document_id, user_id, holder_id, filename, fund_name, category, ...stored }
    })
    await addDocuments(tx, sender, made, scanner() ? 'waiting' : 'unchecked')
    await enqueueAll(tx, 'remove-file', sourcesOf(files))
    await tx.updateTable('delivery_files').set({ file_path: null }).where('delivery_id', '=', id).execute()
    await tx
      .updateTable('document_deliveries')
      .set({ state: 'sent', sent_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await audit(tx, sender, 'delivery.sent', id, { title, documents: made.length })
  })
  log.info('sent a delivery', { delivery: id, files: files.length, documents: items.length })
}

async function giveUp(tx: Transaction<Database>, { id, files, items }: Unsent, problem: string): Promise<void> {
  const given = await tx
    .updateTable('document_deliveries')
    .set({ state: 'failed', problem: problem.slice(0, 500) })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .returning('id')
    .executeTakeFirst()
  if (given)
    await enqueueAll(tx, 'remove-file', [...sourcesOf(files), ...items.map(({ file_path }) => ({ file_path }))])
}

function sourcesOf(files: readonly Pick<File, 'file_path'>[]): { file_path: string }[] {
  return files.flatMap(({ file_path }) => (file_path ? { file_path } : []))
}
