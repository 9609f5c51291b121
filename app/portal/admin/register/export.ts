import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import type { MadeFile } from '../../../../server/http/made-file.ts'
import type { Tables } from '../../../../server/register/register-export.ts'
import { serverContext } from '../../../context.ts'
import type { Asking } from '../../list-page.tsx'
import { unwrapOrAskForProof } from '../../proof/unwrap-or-ask-for-proof.ts'
import { requireAdministrator } from '../../require-actor.ts'
import { errorResponse, refusalFor, unwrapOrRespond } from '../../server-errors.ts'
import { csvResponse, fileResponse } from '../csv-response.ts'
import { saveCsv } from '../save-csv.ts'
import { withheldReport } from '../tax/withholding/withholding-page.tsx'
import type { Route } from './+types/export'
import { accrualDay } from './address.ts'
import { balanceReport } from './balance/route.tsx'
import { changesReport } from './changes/route.tsx'
import { dueReport } from './due/due-page.tsx'
import { forecastReport } from './forecast/route.tsx'
import { interestReport } from './interest/route.tsx'
import { maturitiesReport } from './maturities/route.tsx'
import { holderPaymentsReport, paymentsReport } from './payments/payments-tables.tsx'
import { reconciliationReport } from './reconciliation/reconciliation-table.tsx'
import { registerReport } from './register-columns.tsx'
import type { defineReport, Report, RowOf } from './report.tsx'
import { maturingReport, rollForwardReport } from './roll-forward/route.tsx'
import { salesReport } from './sales/route.tsx'
import { tieOutReport } from './tie-out/route.tsx'

/** @returns the loader of a report's file, by its name */
function saveAs<Row, Requested>(
  { file, at, saved, requested, csv, totals }: Report<Row, Requested>,
  rows: (asking: Asking, requested: Requested) => Promise<MadeFile<AsyncIterable<readonly Row[]>>>,
) {
  const loader = saveCsv<Row>({
    name: query => (typeof saved === 'string' ? saved : saved(requested(query))),
    columns: csv,
    totals,
    rows: (asking, query) => rows(asking, requested(query)),
    page: query => (query.size > 0 ? `${at}?${query}` : at),
  })
  return [file, loader] as const
}

function save<Name extends keyof Tables & string>(report: ReturnType<typeof defineReport<Name>>) {
  type Rows = Promise<MadeFile<AsyncIterable<readonly RowOf<Name>[]>>>
  return saveAs(
    report,
    ({ actor, operations }, requested) => operations.exportRegister(actor, report.name, requested) as Rows,
  )
}

/** Each report by its file's name; the query is that of the page. */
const files = new Map([
  save(registerReport),
  save(changesReport),
  save(dueReport),
  save(maturitiesReport),
  save(salesReport),
  save(balanceReport),
  save(tieOutReport),
  save(interestReport),
  save(paymentsReport),
  save(holderPaymentsReport),
  save(rollForwardReport),
  save(maturingReport),
  save(reconciliationReport),
  save(forecastReport),
  saveAs(withheldReport, ({ actor, operations }, requested) => operations.exportWithholding(actor, requested)),
])

/** An export of the journal that was kept; the query has its id. */
async function journalFile({ url, context }: Pick<Route.LoaderArgs, 'url' | 'context'>): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const opening = server.operations.downloadJournal(actor, url.searchParams.get('export') ?? '')
  const { name, archive } = await unwrapOrAskForProof(opening, href('/profile/admin/register/journal'))
  return fileResponse(`${name}.zip`, 'application/zip', archive)
}

/** The entry that books accrued interest, and its reversal; the query has the day `on` and the `format`. */
async function accrualFile({ url, context }: Pick<Route.LoaderArgs, 'url' | 'context'>): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const on = accrualDay(url.searchParams)
  const format = url.searchParams.get('format') ?? ''
  const opening = server.operations.downloadAccrual(actor, { on, format })
  const { name, archive } = await unwrapOrAskForProof(
    opening,
    withQuery(href('/profile/admin/register/accrual'), { on }),
  )
  return fileResponse(`${name}.zip`, 'application/zip', archive)
}

/** GET: a table of the register, or a file to begin an import with, as a CSV file by its name; or an export of the journal. */
export async function loader({ url, context, params }: Route.LoaderArgs): Promise<Response> {
  if (params.file === 'journal.zip') return journalFile({ url, context })
  if (params.file === 'accrual.zip') return accrualFile({ url, context })
  const name = params.file.replace(/\.csv$/, '')
  const saved = files.get(name)
  if (saved) return saved({ url, context })
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  if (name !== 'template' && name !== 'sample') throw errorResponse(refusalFor('NOT_FOUND'), 404)
  return csvResponse(`notes-${name}`, await unwrapOrRespond(server.operations.getImportFile(actor, name)))
}
