import { type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import { tax } from '../../../content/tax.ts'
import type { Database, TaxReturnsTable, TaxRunsTable } from '../../../server/database/types.ts'
import { openPdfWorker, type PdfWorker } from '../../../server/pdf/pdf-worker.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { fileDocument, type PreparedKind, plannedStamp, prepareItems } from '../../runs/server/prepare-run.ts'
import { returnProblems, staysUntil } from '../form-1099-int.ts'
import { payeeCopyPdf } from './payee-copy.ts'
import { type Decided, decidePayee, factsHash, type PayeeFacts, readPayees } from './payees.ts'
import { taxRuns } from './tax-runs.ts'

type Run = Selectable<TaxRunsTable>
type Return = Selectable<TaxReturnsTable>

/**
 * Prepares a run's forms; for the queue `prepare-run`.
 * @param dated the day that the copies are dated
 */
export function prepareForms({ run }: { run: string }, dated = fundDay()): Promise<void> {
  return prepareItems(forms(dated), run)
}

const forms = (dated: string): PreparedKind<Run, Return, PdfWorker> => ({
  ...taxRuns,
  open: openPdfWorker,
  plan: planForms,
  prepare: (tx, row, worker) => prepareForm(tx, row, worker, dated),
  problems: readProblems,
})

/** Adds a row for each payee. */
async function planForms(tx: Transaction<Database>, { id, year, holder_id, corrects }: Run): Promise<void> {
  const ids = (await readPayees(tx, year, holder_id)).map(({ holderId }) => holderId)
  await sql`insert into tax_returns (id, run_id, year, holder_id, file_stamp, corrects)
    select gen_random_uuid(), ${id}, ${year}, holder, ${plannedStamp(sql`holder`)}, ${corrects}::uuid
    from unnest(${ids}::uuid[]) holder on conflict (run_id, holder_id) do nothing`.execute(tx)
}

/** Decides on a payee, and makes its form where it gets one. Why it can't be made is in its row. */
async function prepareForm(
  tx: Transaction<Database>,
  row: Return,
  worker: PdfWorker,
  dated: string,
): Promise<Updateable<TaxReturnsTable> | undefined> {
  const [facts] = await readPayees(tx, row.year, row.holder_id)
  if (!facts) return undefined
  const decided = decidePayee(facts, row.year, row.corrects !== null)
  const isForm = !decided.leftOut && !decided.problem
  const filed = isForm ? await makeForm(tx, worker, { row, facts, interest: decided.interest, dated }) : undefined
  return { ...columnsOf(facts, decided), document_id: filed?.id ?? null, sha256: filed?.sha256 ?? null }
}

async function readProblems(tx: Transaction<Database>, runId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('tax_returns as form')
    .innerJoin('holders as holder', 'holder.id', 'form.holder_id')
    .select(['holder.number', 'form.problem'])
    .where('form.run_id', '=', runId)
    .where('form.problem', 'is not', null)
    .orderBy('holder.number')
    .execute()
  return rows.map(({ number, problem }) => `${number}: ${problem && returnProblems[problem]}.`)
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
  }
}

interface NewForm {
  row: Return
  facts: PayeeFacts
  /** Box 1. Cents. */
  interest: bigint
  dated: string
}

/** Makes a payee's copy, and files it. */
async function makeForm(tx: Transaction<Database>, worker: PdfWorker, { row, facts, interest, dated }: NewForm) {
  const { line1, line2, addressLines, tin, holderNumber, withheld, folder } = facts
  const isCorrected = row.corrects !== null
  const content = payeeCopyPdf({
    year: row.year,
    payer: tax.payer,
    recipient: { lines: [line1, ...(line2 ? [line2] : []), ...addressLines], tin, account: holderNumber },
    interest,
    withheld,
    isCorrected,
    dated,
  })
  return fileDocument(tx, row, {
    bytes: await worker.render(content),
    type: 'pdf',
    name: `Form 1099-INT ${row.year}${isCorrected ? ', corrected' : ''}`,
    category: 'Tax',
    // Without one there is a problem instead.
    folder: folder ?? '',
    retainUntil: staysUntil(tax, row.year),
  })
}
