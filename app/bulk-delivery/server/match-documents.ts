import { randomUUID } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import { countOf } from '../../../rules/number.ts'
import { toJson } from '../../../server/access/audit.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import type { Database, PaperBatchesTable, PaperBatchItemsTable } from '../../../server/database/types.ts'
import { enqueueAll } from '../../../server/jobs/jobs.ts'
import { log } from '../../../server/platform/log.ts'
import { once } from '../../../server/storage/once.ts'
import { storage } from '../../../server/storage/storage.ts'
import { deliveredName } from '../../deliveries/deliveries.ts'
import { renamedFilename } from '../../documents/server/filenames.ts'
import { batchItems, batchPages } from '../limits.ts'
import { holdersOfAll, inDoubt, type Match, matchAll } from '../match.ts'
import type { SplitMode } from '../split.ts'
import { bulkMessages, type FileProblem, type Remark } from '../words.ts'
import { filedBefore } from './filed-before.ts'
import { type MatchingRegister, readMatchingRegister } from './matching-register.ts'
import { PdfReader } from './pdf/pdf-reader.ts'
import { type PartFile, type ReadDocument, readSource, type Source } from './read-source.ts'

type Batch = Selectable<PaperBatchesTable>
type Item = Selectable<PaperBatchItemsTable>

/** Reads one batch at a time in this process: each may take a processor and half a gigabyte. */
let reading: Promise<unknown> = Promise.resolve()

/**
 * Reads and matches the files of a batch, the handler of the queue `match-papers`. What it has read is written in one
 * transaction at its end, so one that was interrupted begins again, with the same names for the same files; one whose batch
 * was discarded, or is read differently meanwhile, ends.
 * @throws errors of storage and database: it is tried again
 */
export async function matchDocuments(job: { batch: string; round: number }): Promise<void> {
  const turn = reading.then(() => readBatch(job))
  reading = turn.catch(() => {})
  await turn
}

/** A document as it will be written. */
interface Planned {
  item: ReadDocument
  match: Match
  remarks: Remark[]
}

async function readBatch({ batch: id, round }: { batch: string; round: number }): Promise<void> {
  const started = performance.now()
  const begun = await actAsJobs(async tx => {
    const batch = await findReading(tx, id, round)
    if (!batch) return undefined
    await tx.updateTable('paper_batches').set({ pages_read: 0 }).where('id', '=', id).execute()
    const sources = await tx.selectFrom('paper_sources').selectAll().where('batch_id', '=', id).orderBy('n').execute()
    return { batch, sources, register: await readMatchingRegister(tx) }
  })
  if (!begun) return
  const { batch, sources, register } = begun
  const read = await readSources(batch, sources, register)
  if (!read) return
  const matches = matchAll(read.items, register.index)
  const planned = await actAsJobs(tx => plan(tx, batch, read.items, matches))
  await actAsJobs(tx => write(tx, batch, { ...read, planned, register }))
  log.info('read a bulk delivery', {
    batch: id,
    pages: read.pages,
    documents: planned.length,
    matched: planned.filter(({ match }) => match.state === 'matched').length,
    seconds: Math.round((performance.now() - started) / 1000),
  })
}

/** @returns the batch, unless it has been discarded or is read differently meanwhile */
function findReading(tx: Transaction<Database>, id: string, round: number): Promise<Batch | undefined> {
  return tx
    .selectFrom('paper_batches')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'matching')
    .where('round', '=', round)
    .executeTakeFirst()
}

interface Read {
  items: ReadDocument[]
  /** Of each file, by its number. */
  files: Map<number, { pages: number | undefined; problem: FileProblem | undefined }>
  pages: number
}

/** @returns undefined where the batch has been discarded, or is read differently meanwhile */
async function readSources(batch: Batch, sources: Source[], register: MatchingRegister): Promise<Read | undefined> {
  await using reader = new PdfReader()
  await using checker = new PdfReader()
  const read: Read = { items: [], files: new Map(), pages: 0 }
  const by = { mode: batch.split_mode as SplitMode, pages: batch.split_pages }
  const onPages = (pages: number) => actAsJobs(tx => countPages(tx, batch, pages))
  for (const source of sources) {
    if (!(await actAsJobs(tx => findReading(tx, batch.id, batch.round)))) return undefined
    const pagesLeft = batchPages - read.pages
    const { pages, problem, items } = await readSource(source, { register, by, pagesLeft, reader, checker, onPages })
    read.files.set(source.n, { pages, problem })
    if (items.length > 0) read.pages += pages ?? 0
    for (const item of items) {
      // Named by the reading and its place, so that an attempt that was interrupted is repeated with the same files.
      if (item.file?.bytes && read.items.length < batchItems)
        item.file = await store(item.file.bytes, item.file, partPath(batch, read.items.length + 1))
      read.items.push(item)
    }
  }
  return read
}

async function countPages(tx: Transaction<Database>, { id, round }: Batch, pages: number): Promise<void> {
  await tx
    .updateTable('paper_batches')
    .set({ pages_read: sql<number>`pages_read + ${pages}` })
    .where('id', '=', id)
    .where('round', '=', round)
    .where('state', '=', 'matching')
    .execute()
}

/** Above all times in microseconds, of which the names of other files are made. */
const firstStamp = 5_000_000_000_000_000n

/** @param n of the document, from 1 */
function partPath({ created_by, round }: Batch, n: number): string {
  return `${created_by}/${firstStamp + BigInt(round) * 10_000n + BigInt(n)}.pdf`
}

async function store(bytes: Uint8Array, { size, sha256 }: PartFile, path: string): Promise<PartFile> {
  await storage().put(path, once(bytes), { sha256 })
  return { path, size, sha256 }
}

/** What the holders have already, and what the batch has twice. */
async function plan(
  tx: Transaction<Database>,
  batch: Batch,
  items: readonly ReadDocument[],
  matches: readonly Match[],
): Promise<Planned[]> {
  const found = items.map((item, at) => ({ item, match: matches[at] as Match }))
  const filed = await filedBefore(
    tx,
    batch,
    found.flatMap(({ item, match }) =>
      match.holderId && item.file ? [{ holderId: match.holderId, sha256: item.file.sha256 }] : [],
    ),
  )
  const seen = new Set<string>()
  return found.map(({ item, match }) => {
    const { holderId } = match
    if (!holderId) return { item, match, remarks: [] }
    const same = `${holderId} ${item.file?.sha256}`
    const isDuplicate = filed.same.has(same) || seen.has(same)
    seen.add(same)
    const remarks: Remark[] = filed.period.has(holderId) ? ['filed_before'] : []
    // What they have already, or can't be sent.
    if (!item.file) return { item, match: { ...inDoubt(match, 'damaged'), state: 'unmatched' as const }, remarks }
    return { item, match: isDuplicate ? inDoubt(match, 'duplicate') : match, remarks }
  })
}

type Outcome = Read & { planned: Planned[]; register: MatchingRegister }

/**
 * Writes the results of a reading, which replace those of an earlier one. People's decisions are retained where
 * possible.
 */
async function write(tx: Transaction<Database>, batch: Batch, { files, planned, register }: Outcome): Promise<void> {
  const locked = await tx
    .selectFrom('paper_batches')
    .select('id')
    .where('id', '=', batch.id)
    .where('state', '=', 'matching')
    .where('round', '=', batch.round)
    .forUpdate()
    .executeTakeFirst()
  const parts = planned.flatMap(({ item }) => (item.isDivided && item.file?.path ? [item.file.path] : []))
  if (!locked) return removeParts(tx, parts)
  for (const [n, { pages, problem }] of files)
    await tx
      .updateTable('paper_sources')
      .set({ pages: pages ?? null, problem: problem ?? null })
      .where('batch_id', '=', batch.id)
      .where('n', '=', n)
      .execute()
  const before = await tx.deleteFrom('paper_batch_items').where('batch_id', '=', batch.id).returningAll().execute()
  const isTooMany = planned.length > batchItems
  await removeParts(tx, [...partsOf(before), ...(isTooMany ? parts : [])])
  if (!isTooMany) await insertItems(tx, batch, planned, decisionsOf(before))
  await tx
    .updateTable('paper_batches')
    .set({
      state: 'review',
      register_sha256: register.sha256,
      matched_at: sql<Date>`clock_timestamp()`,
      problem: isTooMany ? `${bulkMessages.BULK_MANY_ITEMS} (${countOf(planned.length, 'document')})` : null,
    })
    .where('id', '=', batch.id)
    .execute()
}

/** Files that were made for documents, rather than uploaded. */
function partsOf(items: readonly Item[]): string[] {
  return items.flatMap(({ part_path }) => (part_path && isMade(part_path) ? [part_path] : []))
}

/** @returns whether a file was made for a document of a batch, rather than uploaded */
export function isMade(path: string): boolean {
  return BigInt(path.split('/')[1]?.split('.')[0] ?? 0) > firstStamp
}

async function removeParts(tx: Transaction<Database>, paths: readonly string[]): Promise<void> {
  await enqueueAll(
    tx,
    'remove-file',
    paths.map(file_path => ({ file_path })),
  )
}

/** @returns people's decisions about documents, by their page numbers and the hash of their content */
function decisionsOf(items: readonly Item[]): Map<string, Item> {
  const decided = items.filter(({ matched_by, excluded_by }) => matched_by ?? excluded_by)
  return new Map(decided.map(item => [keyOf(item.source_n, item.first_page, item.last_page, item.part_sha256), item]))
}

function keyOf(...of: (number | string | null | undefined)[]): string {
  return of.map(each => each ?? '').join(' ')
}

/** Rows written with one statement. */
const rowsAtOnce = 200

async function insertItems(
  tx: Transaction<Database>,
  batch: Batch,
  planned: readonly Planned[],
  decisions: ReadonlyMap<string, Item>,
): Promise<void> {
  const rows = planned.map((each, at) => rowOf(batch, each, at + 1, decisions))
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await tx
      .insertInto('paper_batch_items')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
}

function rowOf(batch: Batch, { item, match, remarks }: Planned, n: number, decisions: ReadonlyMap<string, Item>) {
  const { source, part, file } = item
  const { state, holderId, found, doubts, suggested, strong } = match
  const decision = decisions.get(keyOf(source.n, part.from, part.to, file?.sha256))
  const allowed = holdersOfAll(strong)
  const byHand = decision?.matched_by && file && (allowed?.has(decision.holder_id ?? '') ?? true) ? decision : undefined
  const leftOut = decision?.excluded_by ? decision : undefined
  return {
    id: randomUUID(),
    batch_id: batch.id,
    n,
    source_n: source.n,
    first_page: part.from,
    last_page: part.to,
    filename: filenameOf(batch, item),
    state: leftOut ? 'excluded' : byHand ? 'matched' : state,
    holder_id: leftOut ? null : byHand ? byHand.holder_id : holderId,
    matched_by: leftOut ? null : (byHand?.matched_by ?? null),
    excluded_by: leftOut?.excluded_by ?? null,
    excluded_reason: leftOut?.excluded_reason ?? null,
    read_state: state,
    read_holder_id: holderId,
    ...{ found, doubts, remarks, suggested },
    strong: sql<Record<string, unknown>>`${toJson(strong)}::jsonb`,
    part_path: file?.path ?? null,
    part_size: file?.size ?? null,
    part_sha256: file?.sha256 ?? null,
  } as const
}

/** By its period, or as its file or bookmark is called. */
function filenameOf({ word, period }: Batch, { source, part, isDivided }: ReadDocument): string {
  const own = part.title || (isDivided ? `${source.filename.replace(/\.[^.]*$/, '')}` : source.filename)
  return renamedFilename(deliveredName({ word, period }, own, false) || 'Document', 'pdf')
}
