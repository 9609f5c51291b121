import { createHash } from 'node:crypto'
import { type Day, dayOf, isDay } from '../../rules/notes/days.ts'
import { type Cents, parseCents } from '../../rules/notes/money.ts'
import { oneLine } from '../../rules/text.ts'
import { PortalError } from '../platform/portal-error.ts'
import { type CsvRecord, cellsByColumn, readCsv } from '../platform/read-csv.ts'

/** What happened on the fund's account, as the bank lists it. */
export interface BankLine {
  /** Its line in the file, from 1. */
  line: number
  day: Day
  /** What came in; below zero, what went out. */
  cents: Cents
  reference: string
  description: string
  /** The same in another list of the same line. */
  key: string
}

/** Names that banks give their columns, in the form that `cellsByColumn` returns. */
const names = {
  day: ['date', 'posting_date', 'posted_date', 'transaction_date', 'effective_date', 'value_date'],
  amount: ['amount', 'transaction_amount'],
  debit: ['debit', 'debit_amount', 'withdrawal', 'withdrawals', 'money_out'],
  credit: ['credit', 'credit_amount', 'deposit', 'deposits', 'money_in'],
  reference: ['reference', 'reference_number', 'ref', 'trace_number', 'transaction_id', 'confirmation', 'check_number'],
  description: ['description', 'details', 'memo', 'name', 'payee', 'narrative'],
  // Only what banks never give to two lines.
  id: ['transaction_id', 'fitid', 'bank_id', 'unique_id'],
} as const

/** Most lines in a file. */
const mostLines = 5000

/**
 * Reads a bank's list of transactions: amounts with a minus, or in a column for debits, went out; the others came in.
 * @returns them in the file's order, and the lines that can't be read
 * @throws PortalError BANK_LIST_UNREADABLE, BANK_LIST_LONG
 */
export function readBankList(text: string): { lines: BankLine[]; unread: number[] } {
  const { columns, records } = cellsByColumn(readCsv(text))
  const column = (kind: keyof typeof names) => names[kind].find(name => columns.includes(name))
  const [day, amount, debit, credit] = [column('day'), column('amount'), column('debit'), column('credit')]
  const [reference, description, id] = [column('reference'), column('description'), column('id')]
  if (!day || !(amount || debit || credit) || !(reference || description)) throw new PortalError('BANK_LIST_UNREADABLE')
  if (records.length > mostLines) throw new PortalError('BANK_LIST_LONG')
  const cell = (record: CsvRecord, name: string | undefined) => (name && record.cells.get(name)) || ''
  const lines: BankLine[] = []
  const unread: number[] = []
  const said = new Map<string, number>()
  for (const record of records) {
    const on = readDay(cell(record, day))
    const out = cell(record, debit)
    const cents = out ? negative(signedCents(out)) : signedCents(cell(record, credit) || cell(record, amount))
    if (!on || cents === undefined) {
      unread.push(record.line)
      continue
    }
    if (cents === 0n) continue
    const about = oneLine(cell(record, description)).slice(0, 500)
    const named = (oneLine(cell(record, reference)) || about).slice(0, 200) || 'No reference'
    const line = { line: record.line, day: on, cents, description: about, reference: named }
    lines.push({ ...line, key: keyOf(line, cell(record, id), said) })
  }
  return { lines, unread }
}

/** @returns the bank's own number; else what the line says, and which of those alike it is in this file */
function keyOf(line: Omit<BankLine, 'key'>, id: string, said: Map<string, number>): string {
  if (id) return `id ${id.slice(0, 200)}`
  const text = [line.day, line.cents, line.reference, line.description].join('\n')
  const hash = createHash('sha256').update(text).digest('hex')
  const nth = (said.get(hash) ?? 0) + 1
  said.set(hash, nth)
  return `${hash} ${nth}`
}

/** @returns an amount such as '-1,833.33', '($1,833.33)' or '+12.00' in cents; undefined for anything else */
function signedCents(typed: string): Cents | undefined {
  const text = typed.trim().replace(/^\$\s*-/, '-')
  const [, minus, brackets] = /^-\s*(.*)$|^\((.*)\)$/.exec(text) ?? []
  const out = minus ?? brackets
  const cents = parseCents(out ?? text.replace(/^\+/, ''))
  return out === undefined || cents === undefined ? cents : -cents
}

/** Debits are written with and without a minus. */
function negative(cents: Cents | undefined): Cents | undefined {
  return cents !== undefined && cents > 0n ? -cents : cents
}

/** @returns a day written as 2027-01-15 or 1/15/2027; undefined for anything else */
function readDay(typed: string): Day | undefined {
  const [, month, date, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed) ?? []
  const day = year ? dayOf({ year: Number(year), month: Number(month), day: Number(date) }) : typed
  return isDay(day) ? day : undefined
}
