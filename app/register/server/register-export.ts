import type { Actor } from '../../../server/access/actor.ts'
import { type ExportedRows, exportRows, type RowsInBatches } from '../../audit/server/export-rows.ts'
import { toReconciliationLines } from '../../bank/bank-reconciliation.ts'
import { getBankReconciliation } from '../../bank/server/bank-balances.ts'
import { trialBalance } from '../../ledger/server/get-ledger.ts'
import type { ForecastStep } from '../cash-forecast.ts'
import { getCashForecast } from './cash-forecast.ts'
import { getRegisterChanges } from './changes.ts'
import { getDuePayments } from './due-list.ts'
import { getInterestPaid } from './interest-paid.ts'
import { getMaturities } from './maturities.ts'
import { getPaymentsByHolder, readPayments } from './payment-register.ts'
import { getRegister, type RegisterQuery } from './register-list.ts'
import { getRollForward } from './roll-forward.ts'
import { getSales } from './sales.ts'
import { getTieOut } from './tie-out.ts'

type Rows<Row> = Promise<readonly Row[]>

/** Rows read at a time. */
const exportBatch = 500
/** For a list that is read as a whole for each page. */
const largeBatch = 5000

/** @returns the rows of a list, page by page */
async function* paged<Row>(read: (place: { page: number; size: number }) => Rows<Row>, size = exportBatch) {
  for (let page = 0; ; page++) {
    const rows = await read({ page, size })
    yield rows
    if (rows.length < size) return
  }
}

async function* whole<Row>(read: () => Rows<Row>) {
  yield await read()
}

/** Long enough for every note to be listed. */
const days = 10_000

type OnDay = { on: string }
type OfYear = { year: number }
type Found = OfYear & { search: string }

/** The tables that can be saved: the rows of each, by its query. */
const tables = {
  register: (by: Actor, { query }: { query: RegisterQuery }) =>
    paged(place => getRegister(by, { ...query, ...place }).then(({ notes }) => notes)),
  changes: (by: Actor, month: { from: string; to: string }) =>
    paged(place => getRegisterChanges(by, { ...month, ...place }).then(({ changes }) => changes)),
  due: (by: Actor, requested: { from: string; to: string; today: string; isExact: boolean }) =>
    whole(() => getDuePayments(by, requested)),
  maturities: (by: Actor, { today }: { today: string }) =>
    paged(place => getMaturities(by, { today, days, ...place }).then(({ notes }) => notes)),
  sales: (by: Actor, _: object) => whole(() => getSales(by)),
  balance: (by: Actor, { on }: OnDay) => whole(() => trialBalance(by, on)),
  'tie-out': (by: Actor, { on }: OnDay) =>
    paged(place => getTieOut(by, { on, ...place }).then(({ holders }) => holders)),
  interest: (by: Actor, { year }: OfYear) =>
    paged(place => getInterestPaid(by, { year, ...place }).then(({ holders }) => holders)),
  payments: (by: Actor, requested: Found) => paged(place => readPayments(by, { ...requested, ...place }), largeBatch),
  'payments-by-holder': (by: Actor, requested: Found) =>
    whole(() =>
      getPaymentsByHolder(by, { ...requested, size: Number.MAX_SAFE_INTEGER }).then(({ holders }) => holders),
    ),
  'roll-forward': (by: Actor, requested: OfYear) =>
    whole(() => getRollForward(by, requested).then(({ months }) => months)),
  'principal-by-year': (by: Actor, requested: OfYear) =>
    whole(() => getRollForward(by, requested).then(({ maturities }) => maturities)),
  reconciliation: (by: Actor, { on }: OnDay) =>
    whole(() => getBankReconciliation(by, on).then(({ shown }) => (shown ? toReconciliationLines(shown) : []))),
  forecast: (by: Actor, requested: { by: ForecastStep; today: string }) => whole(() => getCashForecast(by, requested)),
}

/** The query of each, and its rows. */
export type Tables = {
  [Name in keyof typeof tables]: {
    requested: Parameters<(typeof tables)[Name]>[1]
    row: ReturnType<(typeof tables)[Name]> extends AsyncGenerator<readonly (infer Row)[]> ? Row : never
  }
}

/** Exports a table of the register. */
export async function exportRegister<Name extends keyof Tables>(
  actor: Actor,
  file: Name,
  requested: Tables[Name]['requested'],
): Promise<ExportedRows<Tables[Name]['row']>> {
  const details = { file, ...(requested as object) }
  const read = tables[file] as (by: Actor, requested: Tables[Name]['requested']) => RowsInBatches<Tables[Name]['row']>
  return exportRows(actor, 'register.exported', async () => ({ rows: read(actor, requested), details }))
}
