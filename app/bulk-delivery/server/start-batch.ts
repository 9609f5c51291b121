import { sql, type Transaction } from 'kysely'
import { nameLength } from '../../../rules/limits.ts'
import { oneLine } from '../../../rules/text.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { performStep } from '../../../server/access/perform.ts'
import { asAdministrator } from '../../../server/access/roles.ts'
import type { Database } from '../../../server/database/types.ts'
import { enqueue } from '../../../server/jobs/jobs.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { defaultFundName, documentCategories } from '../../documents/documents.ts'
import { cleanFundName } from '../../documents/server/filenames.ts'
import { requireFreeSpace } from '../../uploads/server/quota.ts'
import { type StagedFile, takeStagedFiles } from '../../uploads/server/staged-files.ts'
import { batchBytes, batchFiles, documentPages } from '../limits.ts'
import { type SplitBy, type SplitMode, splitModes } from '../split.ts'
import { startBatchCommand } from '../start.commands.ts'

/** Files, and how they are to be divided and filed. */
export interface BatchRequest {
  /** Of the batch: a UUID that the page has chosen, so that sending a form twice makes one batch. */
  id: string
  /** Ids of uploads. */
  files: readonly string[]
  split: { mode: string; pages: string }
  category: string
  fundName?: string
  /** What the documents are called, and the period they are about: 'Tax form' and '2025'. */
  word: string
  period: string
}

const periodLength = 40

/**
 * Takes uploaded files, and has a job read them. Once this returns nothing of them is lost.
 * @returns the batch's id; the same one again where it was made before, and its answer got lost
 */
export const startBatch = performStep(
  startBatchCommand,
  async ({ refuse }, actor: Actor, request: BatchRequest): Promise<string> => {
    const id = assertId(request.id)
    const category = documentCategories.find(known => known === request.category)
    if (!category) throw refuse('UNEXPECTED')
    const by = readSplit(request.split)
    const { files } = request
    if (files.length === 0) throw refuse('BULK_EMPTY')
    if (files.length > batchFiles) throw refuse('BULK_LARGE')
    return asAdministrator(actor, async tx => {
      // The same form, sent twice at once.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`paper batch ${id}`}, 0))`.execute(tx)
      const before = await tx.selectFrom('paper_batches').select('created_by').where('id', '=', id).executeTakeFirst()
      if (before?.created_by === actor.id) return id
      if (before) throw refuse('NOT_FOUND')
      const staged = await takeStaged(tx, actor, files)
      const bytes = staged.reduce((sum, { file_size }) => sum + file_size, 0)
      if (bytes > batchBytes) throw refuse('BULK_LARGE')
      // Its documents are stored beside it until it is released.
      await requireFreeSpace(bytes)
      const word = oneLine(request.word).slice(0, nameLength)
      const period = oneLine(request.period).slice(0, periodLength)
      const fund_name = cleanFundName(request.fundName ?? '') || defaultFundName
      const { round } = await tx
        .insertInto('paper_batches')
        .values({
          id,
          category,
          fund_name,
          word,
          period,
          split_mode: by.mode,
          split_pages: by.pages,
          created_by: actor.id,
        })
        .returning('round')
        .executeTakeFirstOrThrow()
      await insertSources(tx, id, staged)
      await audit(tx, actor, 'papers.uploaded', id, {
        category,
        filenames: staged.map(({ filename }) => filename),
        split: by.mode,
      })
      await beginReading(tx, id, round)
      return id
    })
  },
)

export function readSplit({ mode, pages }: BatchRequest['split']): SplitBy {
  const known = splitModes.find((each): each is SplitMode => each === mode)
  const count = known === 'pages' ? Number(pages) : 1
  if (!known || !Number.isInteger(count) || count < 1 || count > documentPages) throw new PortalError('BULK_SPLIT')
  return { mode: known, pages: count }
}

/** Has a job read a batch's files. */
export async function beginReading(tx: Transaction<Database>, batchId: string, round: number): Promise<void> {
  await tx.updateTable('paper_batches').set({ state: 'matching' }).where('id', '=', batchId).execute()
  await enqueue(tx, 'match-papers', { batch: batchId, round })
}

async function takeStaged(tx: Transaction<Database>, actor: Actor, files: readonly string[]): Promise<StagedFile[]> {
  try {
    return await takeStagedFiles(tx, actor, files)
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'DELIVERY_FILE_GONE') throw error
    throw new PortalError('BULK_FILE_GONE', { cause: error })
  }
}

async function insertSources(
  tx: Transaction<Database>,
  batch_id: string,
  staged: readonly StagedFile[],
): Promise<void> {
  const rows = staged.map(({ filename, file_size, sha256, marks, file_path, file_type }, at) => ({
    ...{ batch_id, n: at + 1, filename, file_size, sha256, marks, file_path },
    problem: file_type === 'pdf' ? null : ('not_pdf' as const),
  }))
  await tx.insertInto('paper_sources').values(rows).execute()
}
