import { monthUpTo } from '../../../../rules/register-days.ts'
import { serverContext } from '../../../context.ts'
import { unwrapOrAskForProof } from '../../proof/unwrap-or-ask-for-proof.ts'
import { requireAdministrator } from '../../require-actor.ts'
import { errorResponse, refusalFor, unwrapOrRespond } from '../../server-errors.ts'
import { csvResponse } from '../csv-response.ts'
import { type RegisterFile, registerPages } from '../register-addresses.ts'
import type { Route } from './+types/export'
import { dayFrom, dueRange, pastDayFrom, readAddress, todayOfFund } from './address.ts'

/** GET: a table of the register as a CSV file, by its name; the query is that of the page. */
export async function loader({ url, context, params }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const { exportRegister, getImportFile } = server.operations
  const query = url.searchParams
  const save = async (name: string, page: string, asked: Parameters<typeof exportRegister>[1]) =>
    csvResponse(name, await unwrapOrAskForProof(exportRegister(actor, asked), page + url.search))
  switch (params.file.replace(/\.csv$/, '') as RegisterFile) {
    case 'register':
      return save('register', registerPages.list, { file: 'register', query: readAddress(query) })
    case 'changes':
      return save('register-changes', registerPages.changes, {
        file: 'changes',
        ...monthUpTo(dayFrom(query, 'on', todayOfFund())),
      })
    case 'due':
      return save('payments-due', registerPages.due, { file: 'due', ...dueRange(query) })
    case 'maturities':
      return save('maturities', registerPages.maturities, { file: 'maturities', today: todayOfFund() })
    case 'sales':
      return save('sales-by-state', registerPages.sales, { file: 'sales' })
    case 'balance':
      return save('trial-balance', registerPages.balance, { file: 'balance', on: pastDayFrom(query) })
    case 'template':
      return csvResponse('notes-template', await unwrapOrRespond(getImportFile(actor, 'template')))
    case 'sample':
      return csvResponse('notes-sample', await unwrapOrRespond(getImportFile(actor, 'sample')))
    default:
      throw errorResponse(refusalFor('NOT_FOUND'), 404)
  }
}
