import { href } from 'react-router'
import { monthUpTo } from '../../../../rules/register-days.ts'
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
import {
  accrualDay,
  dayFrom,
  dueRange,
  onItsDay,
  paymentsFrom,
  readAddress,
  statementDay,
  todayOfFund,
  yearFrom,
} from './address.ts'
import { balanceReport } from './balance/route.tsx'
import { changesTable } from './changes/changes-page.tsx'
import { dueTable } from './due/due-page.tsx'
import { forecastReport } from './forecast/forecast-page.tsx'
import { interestReport } from './interest/interest-page.tsx'
import { maturitiesTable } from './maturities/maturities-page.tsx'
import { holderPaymentsTable, paymentsTable } from './payments/payments-tables.tsx'
import { reconciliationTable } from './reconciliation/reconciliation-table.tsx'
import { noteTable } from './register-columns.tsx'
import type { defineReport, Report } from './report.tsx'
import { maturingReport, rollForwardReport } from './roll-forward/roll-forward-page.tsx'
import { salesTable } from './sales/sales-page.tsx'
import { tieOutReport } from './tie-out/tie-out-page.tsx'

const pageAt = (address: string) => (query: URLSearchParams) => (query.size > 0 ? `${address}?${query}` : address)

/** @returns the loader of a report's file */
function saveAs<Row, Asked>(
  { at, saved, asked, csv, totals }: Report<Row, Asked>,
  rows: (asking: Asking, asked: Asked) => Promise<MadeFile<AsyncIterable<readonly Row[]>>>,
) {
  return saveCsv<Row>({
    name: query => (typeof saved === 'string' ? saved : saved(asked(query))),
    columns: csv,
    totals,
    rows: (asking, query) => rows(asking, asked(query)),
    page: pageAt(at),
  })
}

function save<Name extends keyof Tables & string>(report: ReturnType<typeof defineReport<Name>>) {
  return saveAs<Tables[Name]['row'], Tables[Name]['asked']>(report, ({ actor, operations }, asked) =>
    operations.exportRegister(actor, report.name, asked),
  )
}

/** @returns whose payments, and of which year, an address asks for */
function ofPayments(query: URLSearchParams) {
  const { year, search } = paymentsFrom(query)
  return { year, search }
}

/** Each table by its file's name; the query is that of the page. */
const files = {
  register: saveCsv({
    name: query => onItsDay('register', readAddress(query).on),
    columns: noteTable.csv,
    totals: [
      ...['Principal', 'Accrued', 'Interest due', 'Principal due', 'Late interest', 'Total due', 'Total owed'],
      'Interest paid',
    ],
    rows: ({ actor, operations }, query) => operations.exportRegister(actor, 'register', { query: readAddress(query) }),
    page: pageAt(href('/profile/admin/register')),
  }),
  changes: saveCsv({
    name: query => onItsDay('register-changes', dayFrom(query, 'on', todayOfFund())),
    columns: changesTable.csv,
    rows: ({ actor, operations }, query) =>
      operations.exportRegister(actor, 'changes', monthUpTo(dayFrom(query, 'on', todayOfFund()))),
    page: pageAt(href('/profile/admin/register/changes')),
  }),
  due: saveCsv({
    name: 'payments-due',
    columns: dueTable.csv,
    rows: ({ actor, operations }, query) => operations.exportRegister(actor, 'due', dueRange(query)),
    page: pageAt(href('/profile/admin/register/due')),
  }),
  maturities: saveCsv({
    name: 'maturities',
    columns: maturitiesTable.csv,
    rows: ({ actor, operations }) => operations.exportRegister(actor, 'maturities', { today: todayOfFund() }),
    page: pageAt(href('/profile/admin/register/maturities')),
  }),
  sales: saveCsv({
    name: 'sales-by-state',
    columns: salesTable.csv,
    rows: ({ actor, operations }) => operations.exportRegister(actor, 'sales', {}),
    page: pageAt(href('/profile/admin/register/sales')),
  }),
  balance: save(balanceReport),
  'tie-out': save(tieOutReport),
  interest: save(interestReport),
  payments: saveCsv({
    name: query => `payments-in-${yearFrom(query)}`,
    columns: paymentsTable.csv,
    totals: ['Interest', 'Principal', 'Total', 'Tax withheld', 'Paid out'],
    rows: ({ actor, operations }, query) => operations.exportRegister(actor, 'payments', ofPayments(query)),
    page: pageAt(href('/profile/admin/register/payments')),
  }),
  'payments-by-holder': saveCsv({
    name: query => `payments-by-holder-in-${yearFrom(query)}`,
    columns: holderPaymentsTable.csv,
    totals: ['Interest', 'Principal', 'Total', 'Tax withheld', 'Box 1'],
    rows: ({ actor, operations }, query) => operations.exportRegister(actor, 'payments-by-holder', ofPayments(query)),
    page: pageAt(href('/profile/admin/register/payments')),
  }),
  'roll-forward': save(rollForwardReport),
  'principal-by-year': save(maturingReport),
  reconciliation: saveCsv({
    name: query => ['bank-reconciliation', statementDay(query)].filter(Boolean).join('-'),
    columns: reconciliationTable.csv,
    rows: ({ actor, operations }, query) =>
      operations.exportRegister(actor, 'reconciliation', { on: statementDay(query) }),
    page: pageAt(href('/profile/admin/register/reconciliation')),
  }),
  forecast: save(forecastReport),
  'tax-withheld': saveAs(withheldReport, ({ actor, operations }, asked) => operations.exportWithholding(actor, asked)),
}

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
  if (Object.hasOwn(files, name)) return files[name as keyof typeof files]({ url, context })
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  if (name !== 'template' && name !== 'sample') throw errorResponse(refusalFor('NOT_FOUND'), 404)
  return csvResponse(`notes-${name}`, await unwrapOrRespond(server.operations.getImportFile(actor, name)))
}
