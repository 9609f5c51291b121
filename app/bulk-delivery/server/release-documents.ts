import { type Selectable, sql, type Transaction } from 'kysely'
import { actAsJobs } from '../../../server/database/act-as.ts'
import type { Database, PaperBatchesTable, PaperBatchItemsTable } from '../../../server/database/types.ts'
import { log } from '../../../server/platform/log.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { addDocuments } from '../../documents/server/stored-files.ts'
import type { FileMark } from '../../file-checks/file-checks.ts'
import { scanner } from '../../file-checks/server/scanner.ts'
import { type Copy, fileAsSender, fileGone, storeCopies, trySending } from '../../runs/server/send-copies.ts'
import { mailAfter, releasedAtOnce } from '../limits.ts'
import { endBatchFiles } from './locked-batch.ts'
import { isMade } from './match-documents.ts'

type Batch = Selectable<PaperBatchesTable>
type Item = Selectable<PaperBatchItemsTable>

/**
 * Releases a batch that two people have approved, the handler of the queue `release-papers`: a hundred documents in one
 * transaction, after their files are stored. It may be interrupted at any step and run again, even twice at once: an
 * item whose document is made isn't made again, and a batch that was recalled meanwhile ends where it was. It acts as
 * the administrator who requested it; where they no longer are one, its page says so, and another one resumes it.
 * @throws errors of storage and database: it is tried again
 */
export async function releaseDocuments({ batch: id }: { batch: string }): Promise<void> {
  for (;;) {
    const next = await actAsJobs(tx => readNext(tx, id))
    if (!next) return
    const { batch, items } = next
    if (items.length === 0) return actAsJobs(tx => finish(tx, batch))
    await trySending(
      id,
      async () => {
        await storeCopies(items.map(copyOf), 'BULK_FILE_GONE')
        await fileSome(batch, items)
      },
      { BULK_FILE_GONE: fileGone, FORBIDDEN: 'The person who submitted the release is no longer an administrator.' },
      problem => actAsJobs(tx => stop(tx, id, problem)),
    )
  }
}

/** @returns the batch while it is being released, with the next of its items that have no document yet */
async function readNext(tx: Transaction<Database>, id: string): Promise<{ batch: Batch; items: Item[] } | undefined> {
  const batch = await tx
    .selectFrom('paper_batches')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .where('problem', 'is', null)
    .executeTakeFirst()
  if (!batch) return undefined
  const items = await unfiled(tx, id).selectAll().orderBy('n').limit(releasedAtOnce).execute()
  return { batch, items }
}

function unfiled(tx: Transaction<Database>, batchId: string) {
  return tx
    .selectFrom('paper_batch_items')
    .where('batch_id', '=', batchId)
    .where('state', '=', 'matched')
    .where('filed_at', 'is', null)
}

function copyOf({ part_path: from, part_size: size, part_sha256: sha256, file_path: to }: Item): Copy {
  if (!size || !sha256 || !to) throw new PortalError('BULK_FILE_GONE')
  return { from, to, size, sha256 }
}

/** Makes the documents of some items, those of them that still have none, and notifies everyone who has one. */
async function fileSome({ id, filed_by, category, fund_name }: Batch, items: readonly Item[]): Promise<void> {
  await fileAsSender(filed_by ?? '', { runs: 'paper_batches', id, state: 'approved' }, async (tx, filer) => {
    const wanted = items.map(item => item.id)
    const locked = await unfiled(tx, id).selectAll().where('id', 'in', wanted).orderBy('n').forUpdate().execute()
    if (locked.length === 0) return
    const marks = await marksOfSources(tx, id)
    const made = locked.map(item => ({
      ...{ id: item.document_id, user_id: item.user_id ?? '', holder_id: item.holder_id },
      ...{ filename: item.filename, fund_name, category },
      ...{ file_path: item.file_path ?? '', file_type: 'pdf' as const, file_size: item.part_size ?? 0 },
      ...{ mime_type: 'application/pdf', sha256: item.part_sha256, marks: marksOf(item, marks) },
    }))
    await addDocuments(tx, filer, made, scanner() ? 'waiting' : 'unchecked', mailAfter)
    await tx
      .updateTable('paper_batch_items')
      .set({ filed_at: sql<Date>`now()` })
      .where(
        'id',
        'in',
        locked.map(item => item.id),
      )
      .execute()
  })
}

/** A file made of pages contains nothing harmful; a file that is delivered unchanged was inspected at its upload. */
function marksOf({ part_path, source_n }: Item, ofSources: ReadonlyMap<number, FileMark[] | null>): FileMark[] | null {
  return part_path && isMade(part_path) ? [] : (ofSources.get(source_n) ?? null)
}

async function marksOfSources(tx: Transaction<Database>, batchId: string): Promise<Map<number, FileMark[] | null>> {
  const sources = await tx.selectFrom('paper_sources').select(['n', 'marks']).where('batch_id', '=', batchId).execute()
  return new Map(sources.map(({ n, marks }) => [n, marks as FileMark[] | null]))
}

async function finish(tx: Transaction<Database>, { id }: Batch): Promise<void> {
  const done = await tx
    .updateTable('paper_batches')
    .set({ state: 'released', released_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .returning('id')
    .executeTakeFirst()
  if (!done) return
  await endBatchFiles(tx, id)
  log.info('released a bulk delivery', { batch: id })
}

async function stop(tx: Transaction<Database>, id: string, problem: string): Promise<void> {
  await tx.updateTable('paper_batches').set({ problem }).where('id', '=', id).where('state', '=', 'approved').execute()
}
