import type { Selectable, Transaction, Updateable } from 'kysely'
import { addMonths } from '../../../rules/days.ts'
import type { Database, StatementRunsTable, StatementsTable } from '../../../server/database/types.ts'
import { openPdfWorker, type PdfWorker } from '../../../server/pdf/pdf-worker.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { fileDocument, type PreparedKind, prepareItems } from '../../runs/server/prepare-run.ts'
import { statementName, statementYears } from '../statements.ts'
import { gatherContent } from './gather.ts'
import { planRun } from './plan-run.ts'
import { statementRuns } from './start-runs.ts'
import { activityOf, contentProblem } from './statement-content.ts'
import { csvOf } from './statement-csv.ts'
import { toPdfContent } from './statement-document.ts'

type Statement = Selectable<StatementsTable>

/**
 * Prepares a run's statements; for the queue `prepare-run`.
 * @param issued the day they are dated, which the sample fund's past has its own of
 */
export function prepareRun({ run }: { run: string }, issued = fundDay()): Promise<void> {
  return prepareItems(statements(issued), run)
}

const statements = (issued: string): PreparedKind<Selectable<StatementRunsTable>, Statement, PdfWorker> => ({
  ...statementRuns,
  open: openPdfWorker,
  plan: planRun,
  prepare: (tx, statement, worker) => prepareStatement(tx, statement, worker, issued),
})

async function prepareStatement(
  tx: Transaction<Database>,
  statement: Statement,
  worker: PdfWorker,
  issued: string,
): Promise<Updateable<StatementsTable> | string> {
  const { content, head, previous } = await gatherContent(tx, statement, issued)
  const wrong = contentProblem(content, previous)
  if (wrong) return wrong
  const files = { pdf: await worker.render(toPdfContent(content)), csv: csvOf(content) }
  const retainUntil = addMonths(content.end, 12 * statementYears)
  const both = { name: statementName(content), category: 'Statements', folder: statement.user_id, retainUntil } as const
  const pdf = await fileDocument(tx, statement, { ...both, bytes: files.pdf, type: 'pdf' })
  const csv = await fileDocument(tx, statement, { ...both, bytes: files.csv, type: 'csv', companionOf: pdf.id })
  const { opening, closing } = content.books
  const activity = activityOf(content.books)
  return {
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
  }
}
