import { readWrittenDay } from '../../../server/tables/read-day.ts'
import { readMoney } from '../../../server/tables/read-money.ts'
import type { TableRow } from '../../../server/tables/read-rows.ts'

/** Column headings that banks use, as `headingName` normalizes them. */
export const bankHeadings = {
  day: [
    ...['date', 'posting_date', 'posted_date', 'post_date', 'date_posted', 'posted', 'posted_on', 'booking_date'],
    ...['transaction_date', 'trans_date', 'tran_date', 'txn_date', 'transaction_posting_date', 'effective_date'],
    ...['value_date', 'entry_date', 'process_date', 'processed_date', 'settlement_date', 'date_time', 'day'],
    ...['date_utc'],
  ],
  amount: [
    ...['amount', 'transaction_amount', 'amt', 'net_amount', 'amount_in_account_currency', 'trans_amount'],
    ...['debit_credit', 'credit_debit', 'debit_credit_amount', 'value'],
  ],
  debit: [
    ...['debit', 'debits', 'debit_amount', 'amount_debit', 'debit_amt', 'withdrawal', 'withdrawals', 'debit_dr', 'dr'],
    ...['withdrawal_amount', 'withdrawal_amt', 'money_out', 'paid_out', 'outflow', 'amount_out', 'payments', 'out'],
    ...['withdrawals_debits', 'payment_out'],
  ],
  credit: [
    ...['credit', 'credits', 'credit_amount', 'amount_credit', 'credit_amt', 'deposit', 'deposits', 'credit_cr', 'cr'],
    ...['deposit_amount', 'deposit_amt', 'money_in', 'paid_in', 'inflow', 'amount_in', 'receipts', 'in'],
    ...['credit_+', 'deposits_credits', 'payment_in'],
  ],
  reference: [
    ...['reference', 'reference_number', 'reference_no', 'ref', 'ref_no', 'ref_number', 'bank_reference'],
    ...['trace_number', 'transaction_id', 'confirmation', 'confirmation_number', 'check_number', 'check_or_slip'],
    ...['check', 'check_no', 'check_num', 'cheque_number'],
  ],
  description: [
    ...['description', 'transaction_description', 'details', 'memo', 'name', 'payee', 'narrative', 'narration'],
    ...['particulars', 'text', 'remarks', 'transaction_details', 'bank_description', 'original_description'],
    ...['statement_description', 'transaction', 'activity', 'notes', 'note', 'comment', 'comments'],
  ],
  id: ['transaction_id', 'fitid', 'bank_id', 'unique_id'],
  status: ['status', 'transaction_status', 'posting_status'],
  balance: ['balance', 'running_bal', 'running_balance', 'account_balance', 'available_balance'],
  // Columns that may give the direction.
  dc: ['d_c', 'dc', 'c_d', 'cd', 'dr_cr', 'cr_dr', 'debit_or_credit', 'credit_or_debit', 'debit_credit_indicator'],
  indicator: ['credit_debit_indicator', 'indicator', 'sign', 'direction', 'debit_credit', 'credit_debit'],
  type: ['type', 'transaction_type', 'trans_type', 'tran_type', 'entry_type'],
  details: ['details', 'category', 'transaction'],
} as const
export type BankColumn = keyof typeof bankHeadings

/** For lists without headings. @returns column names, if exactly one column has days, one amounts, and one most of the text */
export function columnsBySight(rows: readonly TableRow[]): string[] | undefined {
  const [first] = rows
  if (!first) return undefined
  const isDay = (cell: string) => Object.keys(readWrittenDay(cell)).length > 0
  const isAmount = (cell: string) => /[.,]\d\d\D*$/.test(cell) && readMoney(cell) !== undefined
  const columns = first.cells.map((_, at) => rows.map(({ cells }) => cells[at] ?? ''))
  // More than half: a few lines may be totals.
  const hold = (is: (cell: string) => boolean) =>
    columns.flatMap((cells, at) => (is(cells[0] ?? '') && cells.filter(is).length > rows.length / 2 ? [at] : []))
  const [day, otherDay] = hold(isDay)
  const [amount, otherAmount] = hold(isAmount)
  const lengths = columns.map(cells =>
    sumOf(cells.map(cell => (isAmount(cell) ? 0 : cell.replaceAll(/\P{L}/gu, '').length))),
  )
  const text = lengths.indexOf(Math.max(...lengths))
  if (day === undefined || amount === undefined || otherDay !== undefined || otherAmount !== undefined) return undefined
  return columns.map((_, at) => (at === day ? 'date' : at === amount ? 'amount' : at === text ? 'description' : ''))
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0)
}
