import { noteStates } from '../../rules/note-records.ts'
import { decimalCents } from '../../rules/notes/money.ts'
import { dueStates, registerChanges } from '../../rules/register.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import { type TrialBalanceLine, trialBalance } from '../ledger/get-ledger.ts'
import { type CsvCell, csvLine } from '../platform/csv.ts'
import { streamOf } from '../platform/stream-of.ts'
import { getRegisterChanges, type RegisterChange } from './changes.ts'
import { type DuePayment, getDuePayments } from './due-list.ts'
import { getMaturities, type MaturingNote } from './maturities.ts'
import { getRegister, type RegisterNote, type RegisterQuery } from './register-list.ts'
import { getSales, type SalesByState } from './sales.ts'

type Columns<Row> = readonly (readonly [name: string, cell: (row: Row) => CsvCell])[]

/** What can be saved, with what it is asked for. */
export type RegisterExport =
  | { file: 'register'; query: RegisterQuery }
  | { file: 'changes'; from: string; to: string }
  | { file: 'due'; from: string; to: string; today: string; isExact: boolean }
  | { file: 'maturities'; today: string }
  | { file: 'sales' }
  | { file: 'balance'; on: string }

/** Notes read at a time. */
const exportBatch = 500

/** Long enough for every note to be listed. */
const allDays = 10_000

/**
 * Exports a table of the register, and records that it was exported. Amounts are dollars, with a point and no separators.
 * @returns CSV (RFC 4180)
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED
 */
export async function exportRegister(actor: Actor, asked: RegisterExport): Promise<ReadableStream<Uint8Array>> {
  requireAdministrator(actor)
  await requireFreshProof(actor)
  await asAdministrator(actor, tx => audit(tx, actor, 'register.exported', actor.id, { ...asked }))
  switch (asked.file) {
    case 'register':
      return streamOf(registerLines(actor, asked.query))
    case 'changes':
      return table(changeColumns, await getRegisterChanges(actor, asked))
    case 'due':
      return table(dueColumns, await getDuePayments(actor, asked))
    case 'maturities':
      return table(maturityColumns, (await getMaturities(actor, { today: asked.today, days: allDays })).notes)
    case 'sales':
      return table(salesColumns, await getSales(actor))
    case 'balance':
      return table(balanceColumns, await trialBalance(actor, asked.on))
  }
}

/** A number, so that spreadsheets add it up: exact up to $90 trillion. */
function amount(cents: bigint | null): CsvCell {
  return cents === null ? null : Number(decimalCents(cents))
}

const headOf = <Row>(columns: Columns<Row>) => csvLine(columns.map(([name]) => name))
const lineOf = <Row>(columns: Columns<Row>, row: Row) => csvLine(columns.map(([, cell]) => cell(row)))

function table<Row>(columns: Columns<Row>, rows: readonly Row[]): ReadableStream<Uint8Array> {
  const text = headOf(columns) + rows.map(row => lineOf(columns, row)).join('')
  return new Blob([text]).stream()
}

async function* registerLines(actor: Actor, query: RegisterQuery): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.from(headOf(noteColumns))
  const sums = { principal: 0n, accrued: 0n, unpaid: 0n, paid: 0n }
  for (let page = 0; ; page++) {
    const { notes } = await getRegister(actor, { ...query, page, size: exportBatch })
    for (const { principal, accrued, unpaid, paid } of notes) {
      sums.principal += principal
      sums.accrued += accrued ?? 0n
      sums.unpaid += unpaid
      sums.paid += paid
    }
    yield Buffer.from(notes.map(note => lineOf(noteColumns, note)).join(''))
    if (notes.length < exportBatch) break
  }
  yield Buffer.from(csvLine(noteColumns.map(([name]) => totalOf(name, sums))))
}

function totalOf(column: string, sums: Record<'principal' | 'accrued' | 'unpaid' | 'paid', bigint>): CsvCell {
  switch (column) {
    case 'Note':
      return 'Total'
    case 'Principal':
      return amount(sums.principal)
    case 'Accrued':
      return amount(sums.accrued)
    case 'Due, unpaid':
      return amount(sums.unpaid)
    case 'Interest paid':
      return amount(sums.paid)
    default:
      return null
  }
}

const noteColumns: Columns<RegisterNote> = [
  ['Note', note => note.number],
  ['Holder', note => note.holder],
  ['Holder number', note => note.holderNumber],
  ['Offering', note => note.offering],
  ['Principal', note => amount(note.principal)],
  ['Rate (%)', note => note.rateBp / 100],
  ['Term (months)', note => note.termMonths],
  ['Payout', note => note.payout],
  ['Issued', note => note.issueDate],
  ['Matures', note => note.maturityDate],
  ['Accrued', note => amount(note.accrued)],
  ['Due, unpaid', note => amount(note.unpaid)],
  ['Interest paid', note => amount(note.paid)],
  ['State', note => noteStates[note.state]],
]

const changeColumns: Columns<RegisterChange> = [
  ['What', change => registerChanges[change.kind]],
  ['Note', change => change.note],
  ['Holder', change => change.holder],
  ['On', change => change.day],
  ['Before', change => amount(change.before)],
  ['Now', change => amount(change.amount)],
  ['Remark', change => change.reason],
]

const dueColumns: Columns<DuePayment> = [
  ['To be paid', payment => payment.payDate],
  ['Due', payment => payment.dueDate],
  ['Note', payment => payment.note],
  ['Holder', payment => payment.holder],
  ['Offering', payment => payment.offering],
  ['Payment', payment => payment.n],
  ['Interest', payment => amount(payment.interest)],
  ['Principal', payment => amount(payment.principal)],
  ['Interest to pay', payment => amount(payment.interestLeft)],
  ['Principal to pay', payment => amount(payment.principalLeft)],
  ['Interest since the pay date', payment => amount(payment.late)],
  ['Interest last time', payment => amount(payment.before)],
  ['Paid on', payment => payment.paidOn],
  ['State', payment => dueStates[payment.state]],
]

const maturityColumns: Columns<MaturingNote> = [
  ['Matures', note => note.maturityDate],
  ['Note', note => note.number],
  ['Holder', note => note.holder],
  ['Principal', note => amount(note.principal)],
  ['Notice', note => note.window.notice],
  ['Election closes', note => note.window.closes],
  ['Chosen', note => note.choice],
  ['Renewed', note => amount(note.renewCents)],
  ['New term (months)', note => note.newTermMonths],
  ['State', note => noteStates[note.state]],
]

const salesColumns: Columns<SalesByState> = [
  ['Offering', sale => sale.offering],
  ['State', sale => sale.state ?? 'All'],
  ['First sale', sale => sale.firstSale],
  ['Notice due', sale => sale.due],
  ['Last sale', sale => sale.lastSale],
  ['Holders', sale => sale.holders],
  ['Notes', sale => sale.notes],
  ['Sold', sale => amount(sale.sold)],
]

const balanceColumns: Columns<TrialBalanceLine> = [
  ['Account', line => line.account],
  ['Name', line => line.name],
  ['Debits', line => amount(line.debit)],
  ['Credits', line => amount(line.credit)],
  ['Balance (debits less credits)', line => amount(line.debit - line.credit)],
]
