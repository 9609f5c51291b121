import { createHash, randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { mimeTypes } from '../../rules/documents.ts'
import { statementName, statementYears } from '../../rules/statements.ts'
import { actAsJobs } from '../database/act-as.ts'
import type { Database } from '../database/types.ts'
import { enqueue } from '../jobs/jobs.ts'
import { fundDay } from '../platform/fund-day.ts'
import { log } from '../platform/log.ts'
import { once } from '../storage/once.ts'
import { storage } from '../storage/storage.ts'
import { gatherContent, type PlannedStatement } from './gather.ts'
import { openPdfWorker, type PdfWorker } from './pdf-worker.ts'
import { planRun } from './plan-run.ts'
import { activityOf, contentProblem, type StatementContent } from './statement-content.ts'
import { csvOf } from './statement-csv.ts'
import { paperOf } from './statement-paper.ts'

/**
 * Prepares a run's statements, one after the other; the handler of the queue `prepare-statements`. Each is checked, stored
 * and filed in a transaction of its own, so that a run that was interrupted goes on where it was. Its documents are seen by
 * the office alone until two people release them.
 * @param issued the day they are dated, which the sample fund's past has its own of
 */
export async function prepareRun({ run }: { run: string }, issued = fundDay()): Promise<void> {
  const started = performance.now()
  const leftOut = await actAsJobs(tx => planRun(tx, run))
  const problems: string[] = []
  await using worker = openPdfWorker()
  let prepared = 0
  for (let after = ''; ; ) {
    const ids = await actAsJobs(tx => nextUnprepared(tx, run, after))
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
    for (const id of ids) {
      await actAsJobs(tx => reserveStamp(tx, id))
      const found = await actAsJobs(tx => prepareStatement(tx, worker, id, issued))
      if (found) problems.push(found)
      else prepared++
    }
  }
  await actAsJobs(tx => finish(tx, run, problems, leftOut))
  log.info('prepared statements', {
    run,
    prepared,
    problems: problems.length,
    leftOut,
    seconds: Math.round((performance.now() - started) / 1000),
  })
}

/** Statements whose ids are read at once. */
const idsAtOnce = 200

async function nextUnprepared(tx: Transaction<Database>, run: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select s.id from statements s join statement_runs r on r.id = s.run_id
    where s.run_id = ${run} and r.state = 'preparing' and (s.prepared_at is null or s.prepared_at < r.begun_at)
      and (${after} = '' or s.id > nullif(${after}, '')::uuid) order by s.id limit ${idsAtOnce}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** @returns why it could not be prepared; undefined where it was, or where another process does it */
async function prepareStatement(
  tx: Transaction<Database>,
  worker: PdfWorker,
  id: string,
  issued: string,
): Promise<string | undefined> {
  const planned = await lockPlanned(tx, id)
  if (!planned) return undefined
  const { content, head, previous } = await gatherContent(tx, planned, issued)
  const wrong = contentProblem(content, previous)
  if (wrong) return `${content.holder.number}: ${wrong}`
  const stamp = planned.file_stamp
  const files = { pdf: await worker.render(paperOf(content)), csv: csvOf(content) }
  const pdf = await file(tx, planned, content, { bytes: files.pdf, type: 'pdf', stamp })
  const csv = await file(tx, planned, content, { bytes: files.csv, type: 'csv', stamp, companionOf: pdf.id })
  const { opening, closing } = content.books
  const activity = activityOf(content.books)
  await tx
    .updateTable('statements')
    .set({
      opening_principal_cents: opening.principal,
      opening_interest_cents: opening.interest,
      activity_principal_cents: activity.principal,
      activity_interest_cents: activity.interest,
      closing_principal_cents: closing.principal,
      closing_interest_cents: closing.interest,
      accrued_cents: content.notes.reduce((sum, { accrued }) => sum + accrued, 0n),
      ledger_seq: head,
      sha256: pdf.sha256,
      document_id: pdf.id,
      csv_document_id: csv.id,
      prepared_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
  await discard(tx, [planned.document_id, planned.csv_document_id])
  return undefined
}

async function lockPlanned(tx: Transaction<Database>, id: string): Promise<PlannedStatement | undefined> {
  const { rows } = await sql<PlannedStatement>`
    select s.id, s.number, r.kind, s.holder_id, s.period_start, s.period_end, r.reason, c.number as corrected, s.user_id,
      s.file_stamp, s.document_id, s.csv_document_id
    from statements s join statement_runs r on r.id = s.run_id left join statements c on c.id = s.corrects
    where s.id = ${id} and r.state = 'preparing' and (s.prepared_at is null or s.prepared_at < r.begun_at)
    for update of s skip locked`.execute(tx)
  return rows[0]
}

/**
 * The files of a statement that is prepared again are new ones: the old ones are read until the new ones are filed. Their
 * names are committed before they are stored, so that an attempt that was interrupted is repeated with the same files.
 */
async function reserveStamp(tx: Transaction<Database>, id: string): Promise<void> {
  await sql`update statements s
    set file_stamp = greatest(file_stamp + 1, (extract(epoch from clock_timestamp()) * 1e6)::bigint)
    where id = ${id} and exists (select from documents d where d.id = s.document_id
      and d.file_path like ${'%/'} || s.file_stamp || ${'.pdf'})`.execute(tx)
}

interface NewFile {
  bytes: Uint8Array
  type: 'pdf' | 'csv'
  stamp: number
  /** The document beside which it belongs. */
  companionOf?: string | null
}

/** Stores a file and makes it a document that only the office sees. */
async function file(
  tx: Transaction<Database>,
  { user_id, holder_id }: PlannedStatement,
  content: StatementContent,
  { bytes, type, stamp, companionOf = null }: NewFile,
): Promise<{ id: string; sha256: string }> {
  const path = `${user_id}/${stamp}.${type}`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await storage().put(path, once(bytes), { sha256 })
  const id = randomUUID()
  await sql`insert into documents (id, user_id, filename, file_path, file_size, file_type, mime_type, sha256, category,
      holder_id, unreleased, retain_until, check_state, companion_of)
    values (${id}, ${user_id}, ${`${statementName(content)}.${type}`}, ${path}, ${bytes.length}, ${type},
      ${mimeTypes[type]}, ${sha256}, 'Statements', ${holder_id}, true,
      (${content.end}::date + make_interval(years => ${statementYears}::integer))::date, 'unchecked', ${companionOf})`.execute(
    tx,
  )
  return { id, sha256 }
}

/** Removes what was prepared before, and its files. */
async function discard(tx: Transaction<Database>, documents: readonly (string | null)[]): Promise<void> {
  const ids = documents.filter(id => id !== null)
  if (ids.length === 0) return
  const { rows } = await sql<{
    file_path: string
  }>`delete from documents where id = any (${ids}) returning file_path`.execute(tx)
  for (const { file_path } of rows) await enqueue(tx, 'remove-file', { file_path })
}

/** Longest text that `statement_runs.problem` and `left_out` take. */
const problemLength = 500

async function finish(
  tx: Transaction<Database>,
  run: string,
  problems: readonly string[],
  leftOut = '',
): Promise<void> {
  const problem = problems.join(' ').slice(0, problemLength) || null
  await sql`update statement_runs r set problem = ${problem}, left_out = ${leftOut.slice(0, problemLength) || null}
    where id = ${run} and state = 'preparing'`.execute(tx)
  if (problem) return
  await sql`update statement_runs r set state = 'prepared', prepared_at = now() where id = ${run} and state = 'preparing'
    and not exists (select from statements s where s.run_id = r.id and (s.prepared_at is null or s.prepared_at < r.begun_at))`.execute(
    tx,
  )
}
