import { createHash, randomUUID } from 'node:crypto'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { actAsJobs } from '../../../server/database/act-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { enqueueAll } from '../../../server/jobs/jobs.ts'
import { log } from '../../../server/platform/log.ts'
import { once } from '../../../server/storage/once.ts'
import { storage } from '../../../server/storage/storage.ts'
import { mimeTypes } from '../../documents/documents.ts'
import { type PreparedRuns, setColumns } from './start-run.ts'

/** What every item of a run has: a row that is planned with the name of its files, then prepared. */
export interface PlannedItem {
  id: string
  holder_id: string
  /** When its files are named, in microseconds since 1970. */
  file_stamp: number
  /** The documents that it was prepared as before. */
  document_id: string | null
  csv_document_id?: string | null
}

/** How runs of a kind are prepared. */
export interface PreparedKind<Run extends { id: string }, Item extends PlannedItem, Tools extends AsyncDisposable>
  extends PreparedRuns {
  /** What an attempt needs, such as a thread that sets PDFs. */
  open(): Tools
  /** Adds the items that are missing. Doing it again adds those that can be prepared since. */
  plan(tx: Transaction<Database>, run: Run): Promise<void>
  /**
   * Files an item's documents with `fileDocument`.
   * @returns what its row says then; or why it can't be prepared; undefined where there is nothing to prepare yet
   */
  prepare(
    tx: Transaction<Database>,
    item: Item,
    tools: Tools,
  ): Promise<{ [Column in keyof Item]?: unknown } | string | undefined>
  /** @returns what is wrong with items that are prepared all the same */
  problems?(tx: Transaction<Database>, run: string): Promise<string[]>
}

/** Longest text that a run's problem takes. */
export const problemLength = 500

/**
 * Prepares a run's items, one after the other by the holder's number. Each is checked, stored and filed in a
 * transaction of its own, so that an interrupted run continues where it stopped, even twice at once. Its documents are
 * seen by the office alone until two people release them.
 */
export async function prepareItems<Run extends { id: string }, Item extends PlannedItem, Tools extends AsyncDisposable>(
  kind: PreparedKind<Run, Item, Tools>,
  run: string,
): Promise<void> {
  const started = performance.now()
  if (!(await actAsJobs(tx => planItems(tx, kind, run)))) return
  const problems: string[] = []
  await using tools = kind.open()
  const waiting = await actAsJobs(tx => unprepared(tx, kind, run))
  for (const { id, number } of waiting) {
    await actAsJobs(tx => reserveStamp(tx, kind, id))
    const made = await actAsJobs(async tx => {
      const item = await lockUnprepared<Item>(tx, kind, id)
      const row = item && (await kind.prepare(tx, item, tools))
      if (!item || !row || typeof row === 'string') return row
      await setColumns(tx, kind.items, id, { ...row, prepared_at: sql`clock_timestamp()` })
      return discardFormer(tx, item)
    })
    if (typeof made === 'string') problems.push(`${number}: ${made}`)
  }
  await actAsJobs(tx => finishRun(tx, kind, run, problems))
  const seconds = Math.round((performance.now() - started) / 1000)
  log.info('prepared a run', { kind: kind.items, run, items: waiting.length, problems: problems.length, seconds })
}

type Tables = PreparedRuns & Pick<PreparedKind<never, PlannedItem, AsyncDisposable>, 'problems'>

/** @returns whether the run is one that is prepared; its items are planned then */
async function planItems<Run extends { id: string }>(
  tx: Transaction<Database>,
  { runs, steps, plan }: Pick<PreparedKind<Run, never, never>, 'runs' | 'steps' | 'plan'>,
  id: string,
): Promise<boolean> {
  const found =
    await sql<Run>`select * from ${sql.table(runs)} where id = ${id} and state = ${steps.prepareAgain.to} for update`.execute(
      tx,
    )
  const [run] = found.rows
  if (run) await plan(tx, run)
  return run !== undefined
}

/** Of an item `i` and its run `r`. */
const isUnprepared = sql`(i.prepared_at is null or i.prepared_at < r.begun_at)`

const withRun = ({ items, runs }: Pick<Tables, 'items' | 'runs'>) =>
  sql`${sql.table(items)} i join ${sql.table(runs)} r on r.id = i.run_id`

async function unprepared(tx: Transaction<Database>, kind: Tables, run: string) {
  const { rows } = await sql<{ id: string; number: string }>`select i.id, h.number from ${withRun(kind)}
    join holders h on h.id = i.holder_id where i.run_id = ${run} and ${isUnprepared} order by h.number`.execute(tx)
  return rows
}

/** @returns the item; undefined where it is prepared, or another process does it */
async function lockUnprepared<Item extends PlannedItem>(
  tx: Transaction<Database>,
  kind: Tables,
  id: string,
): Promise<Item | undefined> {
  const { rows } = await sql<Item>`select i.* from ${withRun(kind)}
    where i.id = ${id} and r.state = ${kind.steps.prepareAgain.to} and ${isUnprepared} for update of i skip locked`.execute(
    tx,
  )
  return rows[0]
}

/**
 * The files of an item that is prepared again are new ones: the old ones are read until the new ones are filed. Their names
 * are committed before they are stored, so that an attempt that was interrupted is repeated with the same files.
 */
async function reserveStamp(tx: Transaction<Database>, kind: Tables, id: string): Promise<void> {
  await sql`update ${sql.table(kind.items)} i
    set file_stamp = greatest(file_stamp + 1, (extract(epoch from clock_timestamp()) * 1e6)::bigint)
    from ${sql.table(kind.runs)} r
    where i.id = ${id} and r.id = i.run_id and r.state = ${kind.steps.prepareAgain.to} and ${isUnprepared}
      and exists (select from documents d where d.id = i.document_id
        and d.file_path like ${'%/'} || i.file_stamp || ${'.pdf'})`.execute(tx)
}

/** @returns a name for the files of each item that is planned at once, in this order */
export const plannedStamp = (order: RawBuilder<unknown>) =>
  sql<number>`(extract(epoch from clock_timestamp()) * 1e6)::bigint + row_number() over (order by ${order})`

/** A file of an item. */
export interface PreparedFile {
  bytes: Uint8Array
  type: 'pdf' | 'csv'
  /** Without its ending. */
  name: string
  category: 'Statements' | 'Tax'
  /** The person with the folder it goes into. */
  folder: string
  /** The last day on which it can't be deleted, 'YYYY-MM-DD'. */
  retainUntil: string
  /** The document beside which it belongs. */
  companionOf?: string
}

/** Stores a file of an item and makes it a document that only the office sees. */
export async function fileDocument(
  tx: Transaction<Database>,
  { file_stamp, holder_id }: PlannedItem,
  { bytes, type, name, category, folder, retainUntil, companionOf }: PreparedFile,
): Promise<{ id: string; sha256: string }> {
  const path = `${folder}/${file_stamp}.${type}`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await storage().put(path, once(bytes), { sha256 })
  const id = randomUUID()
  await sql`insert into documents (id, user_id, filename, file_path, file_size, file_type, mime_type, sha256, category,
      holder_id, unreleased, retain_until, check_state, companion_of)
    values (${id}, ${folder}, ${`${name}.${type}`}, ${path}, ${bytes.length}, ${type}, ${mimeTypes[type]}, ${sha256},
      ${category}, ${holder_id}, true, ${retainUntil}::date, 'unchecked', ${companionOf ?? null})`.execute(tx)
  return { id, sha256 }
}

/** Removes what an item was prepared as before, and its files, once its row names what it is now. */
async function discardFormer(tx: Transaction<Database>, { document_id, csv_document_id }: PlannedItem): Promise<void> {
  const ids = [document_id, csv_document_id].filter(id => id != null)
  if (ids.length === 0) return
  const { rows } = await sql<{
    file_path: string
  }>`delete from documents where id = any (${ids}) returning file_path`.execute(tx)
  await enqueueAll(tx, 'remove-file', rows)
}

/** Says why some of a run couldn't be prepared, and takes it to the next state once all of it is. */
async function finishRun(
  tx: Transaction<Database>,
  kind: Tables,
  run: string,
  found: readonly string[],
): Promise<void> {
  const { runs, items, steps } = kind
  const [preparing, next] = [steps.prepareAgain.to, steps.finish?.to]
  const problem = [...found, ...((await kind.problems?.(tx, run)) ?? [])].join(' ').slice(0, problemLength) || null
  await sql`update ${sql.table(runs)} set problem = ${problem} where id = ${run} and state = ${preparing}`.execute(tx)
  await sql`update ${sql.table(runs)} r set ${next ? sql`state = ${next}, ` : sql``}prepared_at = now()
    where r.id = ${run} and r.state = ${preparing}
      and not exists (select from ${sql.table(items)} i where i.run_id = r.id and ${isUnprepared})`.execute(tx)
}
