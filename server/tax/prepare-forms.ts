import { createHash, randomUUID } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import { tax } from '../../content/tax.ts'
import { mimeTypes } from '../../rules/documents.ts'
import { returnProblems, staysUntil } from '../../rules/tax/returns.ts'
import { actAsJobs } from '../database/act-as.ts'
import type { Database, TaxReturnsTable, TaxRunsTable } from '../database/types.ts'
import { enqueue } from '../jobs/jobs.ts'
import { fundDay } from '../platform/fund-day.ts'
import { log } from '../platform/log.ts'
import { openPdfWorker, type PdfWorker } from '../statements/pdf-worker.ts'
import { once } from '../storage/once.ts'
import { storage } from '../storage/storage.ts'
import { payeeCopyPaper } from './payee-copy.ts'
import { type Decided, decidePayee, factsHash, type PayeeFacts, readPayees } from './payees.ts'

type Run = Selectable<TaxRunsTable>
type Return = Selectable<TaxReturnsTable>

/**
 * Prepares a run's forms, one after the other; the handler of the queue `prepare-tax-forms`. Each is decided, made, stored and
 * filed in a transaction of its own, so that a run that was interrupted goes on where it was. Its documents are seen by the
 * office alone until two people furnish them.
 * @param dated the day that the copies are dated
 */
export async function prepareForms({ run: runId }: { run: string }, dated = fundDay()): Promise<void> {
  const run = await actAsJobs(tx => planForms(tx, runId))
  if (!run) return
  const payees = await actAsJobs(tx => readPayees(tx, run.year, run.holder_id))
  const problems: string[] = []
  await using worker = openPdfWorker()
  for (const { holderId, holderNumber } of payees) {
    const problem = await prepareForm(worker, run, holderId, dated)
    if (problem) problems.push(`${holderNumber}: ${problem}.`)
  }
  await actAsJobs(tx => finish(tx, runId, problems))
  log.info('prepared tax forms', { run: runId, payees: payees.length, problems: problems.length })
}

/** Adds a row for each payee. @returns the run; undefined where it is no draft anymore */
async function planForms(tx: Transaction<Database>, runId: string): Promise<Run | undefined> {
  const run = await tx.selectFrom('tax_runs').selectAll().where('id', '=', runId).forUpdate().executeTakeFirst()
  if (run?.state !== 'draft') return undefined
  const ids = (await readPayees(tx, run.year, run.holder_id)).map(({ holderId }) => holderId)
  await sql`insert into tax_returns (id, run_id, year, holder_id, file_stamp, corrects)
    select gen_random_uuid(), ${runId}, ${run.year}, id,
      (extract(epoch from clock_timestamp()) * 1e6)::bigint + row_number() over (order by id), ${run.corrects}::uuid
    from unnest(${ids}::uuid[]) id on conflict (run_id, holder_id) do nothing`.execute(tx)
  return run
}

/** @returns why it could not be made; undefined where it was, where it gets none, or where another process does it */
async function prepareForm(worker: PdfWorker, run: Run, holderId: string, dated: string): Promise<string | undefined> {
  await actAsJobs(tx => reserveStamp(tx, run.id, holderId))
  return actAsJobs(async tx => {
    const row = await lockUnprepared(tx, run.id, holderId)
    const [facts] = row ? await readPayees(tx, run.year, holderId) : []
    if (!row || !facts) return undefined
    const decided = decidePayee(facts, run.year, run.corrects !== null)
    const isForm = !decided.leftOut && !decided.problem
    const filed = isForm ? await makeForm(tx, worker, { run, row, facts, interest: decided.interest, dated }) : null
    await tx
      .updateTable('tax_returns')
      .set({ ...columnsOf(facts, decided), ...(filed ?? { document_id: null, sha256: null }) })
      .where('id', '=', row.id)
      .execute()
    await discard(tx, row.document_id)
    return decided.problem ? returnProblems[decided.problem] : undefined
  })
}

async function lockUnprepared(tx: Transaction<Database>, runId: string, holderId: string): Promise<Return | undefined> {
  const { rows } = await sql<Return>`
    select t.* from tax_returns t join tax_runs r on r.id = t.run_id
    where t.run_id = ${runId} and t.holder_id = ${holderId} and r.state = 'draft'
      and (t.prepared_at is null or t.prepared_at < r.begun_at)
    for update of t skip locked`.execute(tx)
  return rows[0]
}

function columnsOf(facts: PayeeFacts, { interest, leftOut, problem, flags, isPerson }: Decided) {
  const { withheld, lastYear, line1, line2, addressLines, tin, isSecondNotice, folder } = facts
  return {
    left_out: leftOut,
    problem,
    flags,
    interest_cents: interest,
    withheld_cents: withheld,
    last_year_cents: lastYear,
    name_line1: line1,
    name_line2: line2,
    address_lines: addressLines.join('\n'),
    is_person: isPerson,
    tin_kind: tin?.kind ?? null,
    tin_last4: tin?.last4 ?? null,
    number_id: tin?.numberId ?? null,
    is_second_notice: isSecondNotice,
    user_id: folder,
    facts_sha256: factsHash(facts),
    prepared_at: sql<Date>`clock_timestamp()`,
  }
}

interface NewForm {
  run: Run
  row: Return
  facts: PayeeFacts
  /** Box 1. Cents. */
  interest: bigint
  dated: string
}

/** Makes a payee's copy, stores it and makes it a document that only the office sees. */
async function makeForm(tx: Transaction<Database>, worker: PdfWorker, { run, row, facts, interest, dated }: NewForm) {
  const { line1, line2, addressLines, tin, holderNumber, withheld, holderId, folder } = facts
  const isCorrected = run.corrects !== null
  const paper = payeeCopyPaper({
    year: run.year,
    payer: tax.payer,
    recipient: { lines: [line1, ...(line2 ? [line2] : []), ...addressLines], tin, account: holderNumber },
    interest,
    withheld,
    isCorrected,
    dated,
  })
  const bytes = await worker.render(paper)
  const path = `${folder}/${row.file_stamp}.pdf`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await storage().put(path, once(bytes), { sha256 })
  const id = randomUUID()
  const filename = `Form 1099-INT ${run.year}${isCorrected ? ', corrected' : ''}.pdf`
  await sql`insert into documents (id, user_id, filename, file_path, file_size, file_type, mime_type, sha256, category,
      holder_id, unreleased, retain_until, check_state)
    values (${id}, ${folder}, ${filename}, ${path}, ${bytes.length}, 'pdf', ${mimeTypes.pdf}, ${sha256}, 'Tax', ${holderId},
      true, ${staysUntil(tax, run.year)}::date, 'unchecked')`.execute(tx)
  return { document_id: id, sha256 }
}

/**
 * The file of a form that is prepared again is a new one. Its name is committed before it is stored, so that an attempt that
 * was interrupted is repeated with the same file.
 */
async function reserveStamp(tx: Transaction<Database>, runId: string, holderId: string): Promise<void> {
  await sql`update tax_returns t
    set file_stamp = greatest(file_stamp + 1, (extract(epoch from clock_timestamp()) * 1e6)::bigint)
    where run_id = ${runId} and holder_id = ${holderId} and exists (select from documents d where d.id = t.document_id
      and d.file_path like ${'%/'} || t.file_stamp || ${'.pdf'})
      and exists (select from tax_runs r where r.id = t.run_id and r.state = 'draft' and t.prepared_at < r.begun_at)`.execute(
    tx,
  )
}

/** Removes what was prepared before, and its file. */
async function discard(tx: Transaction<Database>, documentId: string | null): Promise<void> {
  if (!documentId) return
  const { rows } = await sql<{
    file_path: string
  }>`delete from documents where id = ${documentId} returning file_path`.execute(tx)
  for (const { file_path } of rows) await enqueue(tx, 'remove-file', { file_path })
}

/** Longest text that `tax_runs.problem` takes. */
const problemLength = 500

async function finish(tx: Transaction<Database>, runId: string, problems: readonly string[]): Promise<void> {
  const problem = problems.join(' ').slice(0, problemLength) || null
  await sql`update tax_runs r set problem = ${problem}, prepared_at = now() where id = ${runId} and state = 'draft'
    and not exists (select from tax_returns t where t.run_id = r.id and (t.prepared_at is null or t.prepared_at < r.begun_at))`.execute(
    tx,
  )
}
