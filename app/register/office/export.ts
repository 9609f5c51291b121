import { reconciliationReport } from '../../bank/office/reconciliation/reconciliation-table.tsx'
import { unwrapOrAskForProof } from '../../identity/investor/proof/unwrap-or-ask-for-proof.ts'
import { journalReport } from '../../ledger/office/journal/route.tsx'
import { serverContext } from '../../shell/context.ts'
import { csvResponse, fileResponse } from '../../shell/csv-response.ts'
import { saveCsv } from '../../shell/office/save-csv.ts'
import { requireAdministrator } from '../../shell/portal/require-actor.ts'
import { errorResponse, refusalFor, unwrapOrRespond } from '../../shell/portal/server-errors.ts'
import { withheldReport } from '../../tax/office/withholding/route.tsx'
import type { Route } from './+types/export'
import { accrualReport } from './accrual/route.tsx'
import { balanceReport } from './balance/route.tsx'
import { changesReport } from './changes/route.tsx'
import { dueReport } from './due/due-page.tsx'
import { forecastReport } from './forecast/route.tsx'
import { interestReport } from './interest/route.tsx'
import { maturitiesReport } from './maturities/route.tsx'
import { holderPaymentsReport, paymentsReport } from './payments/payments-tables.tsx'
import { registerReport } from './register-columns.tsx'
import type { describeArchives, Report } from './report.tsx'
import { maturingReport, rollForwardReport } from './roll-forward/route.tsx'
import { salesReport } from './sales/route.tsx'
import { tieOutReport } from './tie-out/route.tsx'

/** Each is saved by its own columns and its own query. */
const reports = [
  ...[registerReport, changesReport, dueReport, maturitiesReport, salesReport, balanceReport, tieOutReport],
  ...[interestReport, paymentsReport, holderPaymentsReport, rollForwardReport, maturingReport, reconciliationReport],
  ...[forecastReport, withheldReport],
] as readonly unknown[] as readonly Report<object, object>[]

/** The loader of each file, by its name in the address; the query is that of the page. */
const files = new Map([
  ...reports.map(report => [report.file, saveReport(report)] as const),
  ...[journalReport, accrualReport].map(report => [report.file, saveArchive(report)] as const),
])

function saveReport({ at, saved, requested, rows, csv, totals }: Report<object, object>) {
  return saveCsv({
    name: query => (typeof saved === 'string' ? saved : saved(requested(query))),
    columns: csv,
    totals,
    rows: (asking, query) => rows(asking, requested(query)),
    page: query => pageOf(at, query),
  })
}

function saveArchive({ at, by, open }: Pick<ReturnType<typeof describeArchives>, 'at' | 'by' | 'open'>) {
  return async ({ url, context }: Pick<Route.LoaderArgs, 'url' | 'context'>): Promise<Response> => {
    const server = context.get(serverContext)
    const asking = { actor: requireAdministrator(url, server), operations: server.operations }
    const query = new URLSearchParams(url.searchParams)
    const which = query.get(by) ?? ''
    query.delete(by)
    const { name, archive } = await unwrapOrAskForProof(open(asking, which, query), pageOf(at, query))
    return fileResponse(`${name}.zip`, 'application/zip', archive)
  }
}

function pageOf(at: string, query: URLSearchParams): string {
  return query.size > 0 ? `${at}?${query}` : at
}

/** GET: the file of a report, or one to begin an import with, by its name. */
export async function loader({ url, context, params }: Route.LoaderArgs): Promise<Response> {
  const saved = files.get(params.file)
  if (saved) return saved({ url, context })
  const name = params.file.replace(/\.csv$/, '')
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  if (name !== 'template' && name !== 'sample') throw errorResponse(refusalFor('NOT_FOUND'), 404)
  return csvResponse(`notes-${name}`, await unwrapOrRespond(server.operations.getImportFile(actor, name)))
}
