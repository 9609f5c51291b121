import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { countOf } from '../../../rules/number.ts'
import { batchSteps } from '../../../rules/workflows.ts'
import type { Database } from '../../../server/database/types.ts'
import { enqueue } from '../../../server/jobs/jobs.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { Concerns } from '../../approvals/server/approval-kind.ts'
import { firstMemberOf } from '../../holders/server/first-member.ts'
import { type Releasable, releaseCommand } from '../../runs/server/release-run.ts'
import { titleOfBatch } from '../../runs/server/run-kinds.ts'
import { requireRoom } from '../../runs/server/send-copies.ts'
import { releaseBatchCommand } from '../batch.commands.ts'
import { mailAfter, samplePercent } from '../limits.ts'
import { figuresInWords, openItemStates } from '../words.ts'
import { type Batch, lockBatch } from './locked-batch.ts'
import { digestRegister } from './matching-register.ts'

/** The request's content: the documents and recipients, so that what is released is what was reviewed. */
interface ReleaseContent extends Concerns {
  title: string
  category: string
  automatic: number
  byHand: number
  excluded: number
  recipients: number
  /** To be opened before it is approved. */
  drawn: number
  /** SHA-256 of every document, its recipient and its name. */
  digest: string
}

/**
 * Requests a batch's release. Another person decides, who has matched nothing of it by hand, once they have opened the
 * documents that are drawn now.
 */
export const requestBatchRelease = releaseCommand(releaseBatchCommand, {
  lock: lockMatched,
  summary: ({ title, automatic, byHand }) => `${title}: ${countOf(automatic + byHand, 'document')}`,
  title: 'Release of a bulk delivery',
  describe: ({ title, category, recipients, drawn, ...figures }) => [
    `${title}, filed under ${category}, for ${countOf(recipients, 'holder')}: ${figuresInWords(figures)}.`,
    `Review ${countOf(drawn, 'document')} before you approve: those matched by hand, the first, the last, and a random ${samplePercent}% of the others.`,
    `Each recipient gets one document at once, and an e-mail ${mailAfter / 60} minutes later.`,
  ],
  empty: 'BULK_NOTHING',
  stale: 'BULK_STALE',
  async release({ tx, actor }, { id }, { id: approval_id, requestedBy: filed_by }) {
    if (!(await hasOpened(tx, id))) throw new PortalError('BULK_UNOPENED')
    await reserveFiles(tx, id)
    const copies = sql`select i.user_id, i.part_size as bytes, h.legal_name as name
      from paper_batch_items i join holders h on h.id = i.holder_id where i.batch_id = ${id} and i.state = 'matched'`
    await requireRoom(tx, actor, copies, 'BULK_NO_ROOM')
    await tx
      .updateTable('paper_batches')
      .set({ state: 'approved', approval_id, filed_by, problem: null })
      .where('id', '=', id)
      .execute()
    await enqueue(tx, 'release-papers', { batch: id })
  },
  entry: 'papers.approved',
  facts: ({ automatic, byHand, excluded, recipients, digest }) => ({ automatic, byHand, excluded, recipients, digest }),
  codes: { papers_of_one: 'BULK_CONFLICT' },
  link: ({ subjectId }) => href('/profile/admin/bulk/:id', { id: subjectId }),
  evidence: ({ subjectId }) => ({
    label: 'Review',
    to: href('/profile/admin/bulk/:id/look', { id: subjectId }),
  }),
})

/** At the request, it draws what the second person has to open. @throws PortalError BULK_STALE, BULK_OPEN_ITEMS */
async function lockMatched(
  tx: Transaction<Database>,
  id: string,
  at: 'request' | 'release',
): Promise<Releasable<Batch, ReleaseContent>> {
  const run = await lockBatch(tx, id, batchSteps.approve)
  await assertCurrent(tx, run)
  if (at === 'request') await sql`select app.draw_papers(${id}, ${samplePercent})`.execute(tx)
  const { open, matchers, ...counted } = await readFigures(tx, id)
  if (open > 0) throw new PortalError('BULK_OPEN_ITEMS')
  const [title, digest] = [await batchTitle(tx, id), await digestOf(tx, id)]
  const content = { title, category: run.category, ...counted, digest, concerns: matchers }
  return { run, holderId: null, content, documents: counted.automatic + counted.byHand }
}

/** @throws PortalError BULK_STALE where the register isn't as it was when the files were read: another person may fit now */
async function assertCurrent(tx: Transaction<Database>, { register_sha256 }: Batch): Promise<void> {
  if (!register_sha256?.equals(await digestRegister(tx))) throw new PortalError('BULK_STALE')
}

interface Figures extends Pick<ReleaseContent, 'automatic' | 'byHand' | 'excluded' | 'recipients' | 'drawn'> {
  /** Documents without a recipient yet. */
  open: number
  /** Ids of the people who matched by hand. */
  matchers: string[]
}

async function readFigures(tx: Transaction<Database>, batchId: string): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select count(*) filter (where state = 'matched' and matched_by is null)::int as automatic,
      count(*) filter (where state = 'matched' and matched_by is not null)::int as "byHand",
      count(*) filter (where state = 'excluded')::int as excluded,
      count(*) filter (where state = any (${[...openItemStates]}))::int as open,
      count(distinct holder_id)::int as recipients, count(drawn)::int as drawn,
      coalesce(array_agg(distinct matched_by) filter (where matched_by is not null), '{}') as matchers
    from paper_batch_items where batch_id = ${batchId}`.execute(tx)
  return rows[0] as Figures
}

async function digestOf(tx: Transaction<Database>, batchId: string): Promise<string> {
  const items = await tx
    .selectFrom('paper_batch_items')
    .select(['n', 'document_id', 'holder_id', 'part_sha256', 'filename', 'drawn'])
    .where('batch_id', '=', batchId)
    .where('state', '=', 'matched')
    .orderBy('n')
    .execute()
  return createHash('sha256').update(JSON.stringify(items)).digest('hex')
}

async function hasOpened(tx: Transaction<Database>, batchId: string): Promise<boolean> {
  const { rows } = await sql<{ opened: boolean }>`select app.has_opened_papers(${batchId}) as opened`.execute(tx)
  return rows[0]?.opened ?? false
}

/** Gives each document the folder and the name of its file: before the first one is stored, so that none is stored twice. */
async function reserveFiles(tx: Transaction<Database>, batchId: string): Promise<void> {
  const { rows } = await sql<{ reserved: number; wanted: number }>`
    with reserved as (
      update paper_batch_items i set user_id = r.user_id, file_path = r.user_id || '/' || r.stamp || '.pdf'
      from (select i.id, m.user_id, (extract(epoch from clock_timestamp()) * 1e6)::bigint + row_number() over (order by i.n) as stamp
        from paper_batch_items i cross join lateral (${firstMemberOf(sql.ref('i.holder_id'))}) m
        where i.batch_id = ${batchId} and i.state = 'matched') r
      where r.id = i.id returning i.id)
    select (select count(*)::int from reserved) as reserved,
      (select count(*)::int from paper_batch_items where batch_id = ${batchId} and state = 'matched') as wanted`.execute(
    tx,
  )
  const [counts] = rows
  // Someone stopped acting for a holder a moment ago.
  if (counts?.reserved !== counts?.wanted) throw new PortalError('BULK_STALE')
}

/** @returns what a batch is called: 'Tax form, 2025', or by its first file */
async function batchTitle(tx: Transaction<Database>, batchId: string): Promise<string> {
  const { rows } = await sql<{
    title: string
  }>`select ${titleOfBatch('b')} as title from paper_batches b where b.id = ${batchId}`.execute(tx)
  return rows[0]?.title ?? ''
}
