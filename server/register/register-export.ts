import type { Actor } from '../access/actor.ts'
import { type ExportedRows, exportRows } from '../audit/export-rows.ts'
import { type TrialBalanceLine, trialBalance } from '../ledger/get-ledger.ts'
import { getRegisterChanges, type RegisterChange } from './changes.ts'
import { type DuePayment, getDuePayments } from './due-list.ts'
import { getMaturities, type MaturingNote } from './maturities.ts'
import { getRegister, type RegisterNote, type RegisterQuery } from './register-list.ts'
import { getSales, type SalesByState } from './sales.ts'

/** The tables that can be saved: what each is asked for, and its rows. */
interface Tables {
  register: { asked: { query: RegisterQuery }; row: RegisterNote }
  changes: { asked: { from: string; to: string }; row: RegisterChange }
  due: { asked: { from: string; to: string; today: string; isExact: boolean }; row: DuePayment }
  maturities: { asked: { today: string }; row: MaturingNote }
  sales: { asked: object; row: SalesByState }
  balance: { asked: { on: string }; row: TrialBalanceLine }
}

/** Notes read at a time. */
const exportBatch = 500

/** Long enough for every note to be listed. */
const allDays = 10_000

const tables: {
  [Name in keyof Tables]: (actor: Actor, asked: Tables[Name]['asked']) => ExportedRows<Tables[Name]['row']>
} = {
  async *register(actor, { query }) {
    for (let page = 0; ; page++) {
      const { notes } = await getRegister(actor, { ...query, page, size: exportBatch })
      yield notes
      if (notes.length < exportBatch) return
    }
  },
  async *changes(actor, month) {
    yield await getRegisterChanges(actor, month)
  },
  async *due(actor, days) {
    yield await getDuePayments(actor, days)
  },
  async *maturities(actor, { today }) {
    yield (await getMaturities(actor, { today, days: allDays })).notes
  },
  async *sales(actor) {
    yield await getSales(actor)
  },
  async *balance(actor, { on }) {
    yield await trialBalance(actor, on)
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
