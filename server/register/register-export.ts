import { type ReconciliationLine, toReconciliationLines } from '../../rules/bank-reconciliation.ts'
import type { ForecastStep } from '../../rules/cash-forecast.ts'
import type { Actor } from '../access/actor.ts'
import { type ExportedRows, exportRows, type RowsInBatches } from '../audit/export-rows.ts'
import { type TrialBalanceLine, trialBalance } from '../ledger/get-ledger.ts'
import { getBankReconciliation } from '../notes/bank-balances.ts'
import { type ForecastLine, getCashForecast } from './cash-forecast.ts'
import { getRegisterChanges, type RegisterChange } from './changes.ts'
import { type DuePayment, getDuePayments } from './due-list.ts'
import { getInterestPaid, type InterestPaid } from './interest-paid.ts'
import { getMaturities, type ListedMaturity } from './maturities.ts'
import { getPaymentsByHolder, type HolderPayments, type RegisteredPayment, readPayments } from './payment-register.ts'
import { getRegister, type RegisterNote, type RegisterQuery } from './register-list.ts'
import { getRollForward, type MaturingYear, type RollForwardMonth } from './roll-forward.ts'
import { getSales, type SalesByState } from './sales.ts'
import { getTieOut, type TiedHolder } from './tie-out.ts'

/** The tables that can be saved: what each is asked for, and its rows. */
interface Tables {
  register: { asked: { query: RegisterQuery }; row: RegisterNote }
  changes: { asked: { from: string; to: string }; row: RegisterChange }
  due: { asked: { from: string; to: string; today: string; isExact: boolean }; row: DuePayment }
  maturities: { asked: { today: string }; row: ListedMaturity }
  sales: { asked: object; row: SalesByState }
  balance: { asked: { on: string }; row: TrialBalanceLine }
  'tie-out': { asked: { on: string }; row: TiedHolder }
  interest: { asked: { year: number }; row: InterestPaid }
  payments: { asked: { year: number; search: string }; row: RegisteredPayment }
  'payments-by-holder': { asked: { year: number; search: string }; row: HolderPayments }
  'roll-forward': { asked: { year: number }; row: RollForwardMonth }
  'principal-by-year': { asked: { year: number }; row: MaturingYear }
  reconciliation: { asked: { on: string }; row: ReconciliationLine }
  forecast: { asked: { by: ForecastStep; today: string }; row: ForecastLine }
}

/** Rows read at a time. */
const exportBatch = 500

/** Of a list whose every page reads all of it. */
const largeBatch = 5000

/** @returns the rows of a list, page by page */
async function* paged<Row>(read: (page: number) => Promise<readonly Row[]>, size = exportBatch): RowsInBatches<Row> {
  for (let page = 0; ; page++) {
    const rows = await read(page)
    yield rows
    if (rows.length < size) return
  }
}

/** Long enough for every note to be listed. */
const allDays = 10_000

const tables: {
  [Name in keyof Tables]: (actor: Actor, asked: Tables[Name]['asked']) => RowsInBatches<Tables[Name]['row']>
} = {
  register: (actor, { query }) =>
    paged(page => getRegister(actor, { ...query, page, size: exportBatch }).then(({ notes }) => notes)),
  changes: (actor, month) =>
    paged(page => getRegisterChanges(actor, { ...month, page, size: exportBatch }).then(({ changes }) => changes)),
  async *due(actor, days) {
    yield await getDuePayments(actor, days)
  },
  maturities: (actor, { today }) =>
    paged(page => getMaturities(actor, { today, days: allDays, page, size: exportBatch }).then(({ notes }) => notes)),
  async *sales(actor) {
    yield await getSales(actor)
  },
  async *balance(actor, { on }) {
    yield await trialBalance(actor, on)
  },
  'tie-out': (actor, { on }) =>
    paged(page => getTieOut(actor, { on, page, size: exportBatch }).then(({ holders }) => holders)),
  interest: (actor, { year }) =>
    paged(page => getInterestPaid(actor, { year, page, size: exportBatch }).then(({ holders }) => holders)),
  payments: (actor, asked) => paged(page => readPayments(actor, { ...asked, page, size: largeBatch }), largeBatch),
  async *'payments-by-holder'(actor, asked) {
    yield (await getPaymentsByHolder(actor, { ...asked, size: Number.MAX_SAFE_INTEGER })).holders
  },
  async *'roll-forward'(actor, asked) {
    yield (await getRollForward(actor, asked)).months
  },
  async *'principal-by-year'(actor, asked) {
    yield (await getRollForward(actor, asked)).maturities
  },
  async *reconciliation(actor, { on }) {
    const { shown } = await getBankReconciliation(actor, on)
    yield shown ? toReconciliationLines(shown) : []
  },
  async *forecast(actor, asked) {
    yield await getCashForecast(actor, asked)
  },
}

/**
 * Exports a table of the register.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED
 */
export async function exportRegister<Name extends keyof Tables>(
  actor: Actor,
  file: Name,
  asked: Tables[Name]['asked'],
): Promise<ExportedRows<Tables[Name]['row']>> {
  const details = { file, ...(asked as object) }
  return exportRows(actor, 'register.exported', async () => ({ rows: tables[file](actor, asked), details }))
}
