import { type Selectable, sql, type Transaction } from 'kysely'
import { batchSteps } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { auditAll } from '../../../server/access/audit.ts'
import { assertId, isId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import type { Database, PaperBatchItemsTable } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { excludeOpenDocumentsCommand } from '../batch.commands.ts'
import { excludeDocumentCommand, matchDocumentCommand, resetMatchCommand } from '../document.commands.ts'
import { openItemStates } from '../words.ts'
import { remarksFor } from './filed-before.ts'
import { type Batch, changeBatch, lockBatch } from './locked-batch.ts'

type Item = Selectable<PaperBatchItemsTable>

/** The error where a strong key of another person is on the pages; the database has the last word. */
const codes = { papers_of_one: 'BULK_CONFLICT' } as const

/** Matches a document by hand. Another person will open it before they approve the release. */
export const matchDocument = perform(
  matchDocumentCommand,
  async ({ tx, actor, refuse, audit }, paperId, { holder }) => {
    const { item, batch } = await lockItem(tx, assertId(paperId))
    if (item.state === 'excluded') throw refuse('BULK_STATE')
    if (item.state === 'conflict') throw refuse('BULK_CONFLICT')
    if (!item.part_path) throw refuse('BULK_DAMAGED')
    const chosen = await findReceiver(tx, holder)
    const remarks = await remarksFor(tx, batch, { holderId: chosen.id, sha256: item.part_sha256 ?? '' })
    await tx
      .updateTable('paper_batch_items')
      .set({ state: 'matched', holder_id: chosen.id, matched_by: actor.id, remarks })
      .where('id', '=', item.id)
      .execute()
    await changeBatch(tx, item.batch_id)
    await audit('papers.matched', item.batch_id, about(item, { holder: chosen.number }))
  },
  { codes },
)

/** @param typed id or number of the holder; someone is authorized for it */
async function findReceiver(tx: Transaction<Database>, typed: string): Promise<{ id: string; number: string }> {
  const { rows } = await sql<{ id: string; number: string }>`select h.id, h.number from holders h
    where (h.id = ${isId(typed) ? typed : null}::uuid or h.number = ${typed.toUpperCase()})
      and exists (select from holder_members m join user_profiles p on p.id = m.user_id
        where m.holder_id = h.id and m.ended_at is null and p.disabled_at is null)`.execute(tx)
  if (!rows[0]) throw new PortalError('BULK_HOLDER')
  return rows[0]
}

/** Leaves a document of a batch out: no one gets it. */
export const excludeDocument = perform(excludeDocumentCommand, ({ tx, actor }, paperId, { reason }) =>
  exclude(tx, actor, [assertId(paperId)], reason),
)

/** Leaves out every document of a batch that still is pending. */
export const excludeOpenDocuments = perform(excludeOpenDocumentsCommand, async ({ tx, actor }, batchId, { reason }) => {
  const open = tx
    .selectFrom('paper_batch_items')
    .select('id')
    .where('batch_id', '=', assertId(batchId))
    .where('state', 'in', [...openItemStates])
  const ids = (await open.execute()).map(({ id }) => id)
  await exclude(tx, actor, ids, reason)
})

async function exclude(tx: Transaction<Database>, actor: Actor, ids: readonly string[], reason: string): Promise<void> {
  const { items, batches } = await lockItems(tx, ids)
  const included = items.filter(({ state }) => state !== 'excluded')
  await tx
    .updateTable('paper_batch_items')
    .set({ state: 'excluded', holder_id: null, matched_by: null, excluded_by: actor.id, excluded_reason: reason })
    .where('id', 'in', ids)
    .where('state', '<>', 'excluded')
    .execute()
  for (const batch of batches) await changeBatch(tx, batch.id)
  const entries = included.map(item => ({ subjectId: item.batch_id, details: about(item, { reason }) }))
  await auditAll(tx, actor, 'papers.excluded', entries)
}

/** Undoes the decision about a document, and restores the automatic match. */
export const resetMatch = perform(resetMatchCommand, async ({ tx, refuse, audit }, paperId) => {
  const { item, batch } = await lockItem(tx, assertId(paperId))
  const { read_holder_id: holderId, part_sha256: sha256 } = item
  if (!item.matched_by && !item.excluded_by) throw refuse('BULK_STATE')
  await tx
    .updateTable('paper_batch_items')
    .set({
      state: item.read_state,
      holder_id: holderId,
      remarks: holderId && sha256 ? await remarksFor(tx, batch, { holderId, sha256 }) : [],
      matched_by: null,
      excluded_by: null,
      excluded_reason: null,
    })
    .where('id', '=', item.id)
    .execute()
  await changeBatch(tx, item.batch_id)
  await audit('papers.reset', item.batch_id, about(item))
})

/** Which document of the batch it is. */
function about({ id, n, source_n, first_page, last_page }: Item, more: Record<string, unknown> = {}) {
  return { item: id, n, file: source_n, pages: `${first_page}-${last_page}`, ...more }
}

async function lockItem(tx: Transaction<Database>, id: string): Promise<{ item: Item; batch: Batch }> {
  const { items, batches } = await lockItems(tx, [id])
  return { item: items[0] as Item, batch: batches[0] as Batch }
}

/** @throws PortalError NOT_FOUND; BULK_STATE unless their batch is in review */
async function lockItems(
  tx: Transaction<Database>,
  ids: readonly string[],
): Promise<{ items: Item[]; batches: Batch[] }> {
  if (ids.length === 0) throw new PortalError('NOT_FOUND')
  const found = await tx.selectFrom('paper_batch_items').select(['id', 'batch_id']).where('id', 'in', ids).execute()
  if (found.length < new Set(ids).size) throw new PortalError('NOT_FOUND')
  const batches: Batch[] = []
  for (const id of [...new Set(found.map(({ batch_id }) => batch_id))].sort())
    batches.push(await lockBatch(tx, id, batchSteps.approve))
  const items = tx.selectFrom('paper_batch_items').selectAll().where('id', 'in', ids).orderBy('id').forUpdate()
  return { items: await items.execute(), batches }
}
