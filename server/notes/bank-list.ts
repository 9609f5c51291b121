import { type Day, dayOf, isDay } from '../../rules/notes/days.ts'
import { type Cents, parseCents } from '../../rules/notes/money.ts'
import { oneLine } from '../../rules/text.ts'
import { PortalError } from '../platform/portal-error.ts'
import { type CsvRecord, cellsByColumn, readCsv } from '../platform/read-csv.ts'

/** A payment out of the fund's account, as the bank lists it. */
export interface BankLine {
  /** Its line in the file, from 1. */
  line: number
  day: Day
  cents: Cents
  reference: string
  description: string
}

/** Names that banks give their columns, in the form that `cellsByColumn` returns. */
const names = {
  day: ['date', 'posting_date', 'posted_date', 'transaction_date', 'effective_date', 'value_date'],
  amount: ['amount', 'transaction_amount'],
  debit: ['debit', 'debit_amount', 'withdrawal', 'withdrawals', 'money_out'],
  reference: ['reference', 'reference_number', 'ref', 'trace_number', 'transaction_id', 'confirmation', 'check_number'],
  description: ['description', 'details', 'memo', 'name', 'payee', 'narrative'],
} as const

/** Most lines in a file. */
const mostLines = 5000

/**
 * Reads a bank's list of transactions. Money that came in is left out: amounts with a minus, or in a column for debits,
 * went out.
 * @returns payments in the file's order, and the lines that can't be read
 * @throws PortalError BANK_LIST_UNREADABLE, BANK_LIST_LONG
 */
export function readBankList(text: string): { lines: BankLine[]; unread: number[] } {
  const { columns, records } = cellsByColumn(readCsv(text))
  const column = (kind: keyof typeof names) => names[kind].find(name => columns.includes(name))
  const [day, amount, debit] = [column('day'), column('amount'), column('debit')]
  const [reference, description] = [column('reference'), column('description')]
  if (!day || !(amount || debit) || !(reference || description)) throw new PortalError('BANK_LIST_UNREADABLE')
  if (records.length > mostLines) throw new PortalError('BANK_LIST_LONG')
  const cell = (record: CsvRecord, name: string | undefined) => (name && record.cells.get(name)) || ''
  const lines: BankLine[] = []
  const unread: number[] = []
  for (const record of records) {
    const paid = debit ? cell(record, debit).replace(/^-/, '') : outgoing(cell(record, amount))
    if (!paid) continue
    const on = readDay(cell(record, day))
    const cents = parseCents(paid)
    const about = oneLine(cell(record, description))
    if (!on || !cents) unread.push(record.line)
    else
      lines.push({
        line: record.line,
        day: on,
        cents,
        description: about,
        reference: (oneLine(cell(record, reference)) || about).slice(0, 200),
      })
  }
  return { lines, unread }
}

/** @returns the amount of a payment out, such as '-1,833.33' or '(1,833.33)', without its sign; empty for one that came in */
function outgoing(typed: string): string {
  const [, minus, brackets] = /^-\s*(.*)$|^\((.*)\)$/.exec(typed.trim().replace(/^\$\s*-/, '-')) ?? []
  return minus ?? brackets ?? ''
}

/** @returns a day written as 2027-01-15 or 1/15/2027; undefined for anything else */
function readDay(typed: string): Day | undefined {
  const [, month, date, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed) ?? []
  const day = year ? dayOf({ year: Number(year), month: Number(month), day: Number(date) }) : typed
  return isDay(day) ? day : undefined
}
