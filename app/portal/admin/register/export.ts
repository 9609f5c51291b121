import { href } from 'react-router'
import { monthUpTo } from '../../../../rules/register-days.ts'
import { serverContext } from '../../../context.ts'
import { requireAdministrator } from '../../require-actor.ts'
import { errorResponse, refusalFor, unwrapOrRespond } from '../../server-errors.ts'
import { csvResponse } from '../csv-response.ts'
import { saveCsv } from '../save-csv.ts'
import type { Route } from './+types/export'
import { dayFrom, dueRange, pastDayFrom, readAddress, todayOfFund } from './address.ts'
import { balanceTable } from './balance/balance-page.tsx'
import { changesTable } from './changes/changes-page.tsx'
import { dueTable } from './due/due-page.tsx'
import { maturitiesTable } from './maturities/maturities-page.tsx'
import { noteTable } from './register-columns.tsx'
import { salesTable } from './sales/sales-page.tsx'

const pageAt = (address: string) => (query: URLSearchParams) => (query.size > 0 ? `${address}?${query}` : address)

/** Each table by its file's name; the query is that of the page. */
const files = {
  register: saveCsv({
    name: 'register',
    columns: noteTable.csv,
    totals: ['Principal', 'Accrued', 'Due, unpaid', 'Interest paid'],
    rows: ({ actor, operations }, query) => operations.exportRegister(actor, 'register', { query: readAddress(query) }),
    page: pageAt(href('/profile/admin/register')),
  }),
  changes: saveCsv({
    name: 'register-changes',
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
  balance: saveCsv({
    name: 'trial-balance',
    columns: balanceTable.csv,
    rows: ({ actor, operations }, query) => operations.exportRegister(actor, 'balance', { on: pastDayFrom(query) }),
    page: pageAt(href('/profile/admin/register/balance')),
  }),
}

/** GET: a table of the register, or a file to begin an import with, as a CSV file by its name. */
export async function loader({ url, context, params }: Route.LoaderArgs): Promise<Response> {
  const name = params.file.replace(/\.csv$/, '')
  if (Object.hasOwn(files, name)) return files[name as keyof typeof files]({ url, context })
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  if (name !== 'template' && name !== 'sample') throw errorResponse(refusalFor('NOT_FOUND'), 404)
  return csvResponse(`notes-${name}`, await unwrapOrRespond(server.operations.getImportFile(actor, name)))
}
