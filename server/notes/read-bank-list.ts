import { createHash } from 'node:crypto'
import type { DayOrder } from '../../rules/bank.ts'
import { type Day, formatDay } from '../../rules/notes/days.ts'
import type { Cents } from '../../rules/notes/money.ts'
import { oneLine } from '../../rules/text.ts'
import { PortalError } from '../platform/portal-error.ts'
import { isDamaged } from '../tables/decode-text.ts'
import { orderOfDays, readWrittenDay } from '../tables/read-day.ts'
import { hasDecimalCommas, readMoney } from '../tables/read-money.ts'
import type { LineRemark } from '../tables/read-rows.ts'
import { readTable, type Table, type TableRecord } from '../tables/read-table.ts'
import { isOfx, readOfx } from './read-ofx.ts'

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
  /** The key that earlier versions gave a line with a number of the bank's. */
  oldKey: string
}

/** What a bank's list says. Every line with something on it is in one of the three. */
export interface ReadBankList {
  lines: BankLine[]
  /** Lines that aren't about money that moved: totals, balances, amounts of zero, the heading again. */
  skipped: LineRemark[]
  /** Lines that can't be read. */
  unread: LineRemark[]
  /** Lines that were read, and in which something is to be looked at. */
  remarks: LineRemark[]
  /** Which comes first in its days, where that makes a difference. */
  dayOrder: DayOrder | null
}

/** Which comes first in days such as 03/04/2026, as far as it is known beforehand. */
export interface KnownOrder {
  /** As the office has answered for this list. */
  asked?: DayOrder | undefined
  /** As an earlier list has it. */
  before?: DayOrder | undefined
}

/** What the keys of lines from OFX begin with. */
export const ofxKeyPrefix = 'ofx '

/** What a line says, before it has a key. */
export type BankEntry = Omit<BankLine, 'key' | 'oldKey'> & { id: string }

/** Names that banks give their columns, as `headingName` writes them. */
const headings = {
  day: [
    ...['date', 'posting_date', 'posted_date', 'post_date', 'date_posted', 'posted', 'posted_on', 'booking_date'],
    ...['transaction_date', 'trans_date', 'tran_date', 'txn_date', 'transaction_posting_date', 'effective_date'],
    ...['value_date', 'entry_date', 'process_date', 'processed_date', 'settlement_date', 'date_time', 'day'],
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
    ...['statement_description', 'transaction', 'activity', 'notes', 'comment', 'comments'],
  ],
  id: ['transaction_id', 'fitid', 'bank_id', 'unique_id'],
  // Which way the money went, each where the cells say so.
  dc: ['d_c', 'dc', 'c_d', 'cd', 'dr_cr', 'cr_dr', 'debit_or_credit', 'credit_or_debit', 'debit_credit_indicator'],
  indicator: ['credit_debit_indicator', 'indicator', 'sign', 'direction', 'debit_credit', 'credit_debit'],
  type: ['type', 'transaction_type', 'trans_type', 'tran_type', 'entry_type'],
  details: ['details', 'category', 'transaction'],
} as const
type Kind = keyof typeof headings

/** Most lines in a file. */
const mostLines = 5000

/**
 * Reads a bank's list of transactions: a table, or OFX (QFX, QBO). In a table amounts with a minus, in a column for debits, or
 * of which another column says debit, went out; the others came in.
 * @param order is asked where no day of the list decides
 * @returns what is in the file, in its order
 * @throws PortalError BANK_LIST_UNREADABLE, BANK_LIST_LONG, BANK_LIST_DAYS where days could be two and no day of the list
 *   decides, BANK_LIST_EMPTY without a line that can be read; BANK_LIST_ACCOUNTS
 */
export function readBankList(text: string, order: KnownOrder = {}): ReadBankList {
  const format = isOfx(text) ? 'ofx' : 'table'
  const { entries, skipped, unread, dayOrder, orderRemark } =
    format === 'ofx' ? readRecords(ofxRecords(text), order) : readBankTable(text, order)
  if (entries.length > mostLines) throw new PortalError('BANK_LIST_LONG')
  if (entries.length === 0) throw emptyList([...unread, ...skipped])
  const said = new Map<string, number>()
  const lines = entries.map(({ id, ...line }) => ({ ...line, ...keysOf(line, id, format, said) }))
  const damaged = lines.flatMap(({ line, description, reference }) =>
    isDamaged(description + reference)
      ? [{ line, why: 'Letters of its text were lost before this file was saved.' }]
      : [],
  )
  return { lines, skipped, unread, remarks: [...orderRemark, ...damaged], dayOrder }
}

function emptyList(remarks: readonly LineRemark[]): PortalError {
  const [first] = remarks.toSorted((one, other) => one.line - other.line)
  const why = first ? ` Line ${first.line}: ${first.why}` : ''
  return new PortalError('BANK_LIST_EMPTY', {
    sentence: `This list has no line with a day and an amount that we can read.${why}`,
  })
}

interface ReadEntries {
  entries: BankEntry[]
  skipped: LineRemark[]
  unread: LineRemark[]
  dayOrder: DayOrder | null
  /** That the days were read as those of an earlier list. */
  orderRemark: LineRemark[]
}

function readBankTable(text: string, known: KnownOrder): ReadEntries {
  const table = readTable<Kind>(
    text,
    headings,
    kinds => kinds.has('day') && (kinds.has('amount') || kinds.has('debit') || kinds.has('credit')),
  )
  const { kinds, records } = table
  const hasText =
    kinds.has('reference') || kinds.has('description') || records.some(({ unnamed }) => unnamed.some(Boolean))
  if (table.headingLine === 0 || !hasText) throw unreadable(table)
  const read = readRecords(records, known)
  const repeated = table.repeated.map(line => ({ line, why: 'It repeats the headings.' }))
  return {
    ...read,
    skipped: inOrder([...repeated, ...read.skipped]),
    unread: inOrder([...table.faults, ...read.unread]),
  }
}

function inOrder(remarks: readonly LineRemark[]): LineRemark[] {
  return remarks.toSorted((one, other) => one.line - other.line)
}

function ofxRecords(text: string): TableRecord<Kind>[] {
  return readOfx(text).map(({ line, fields }) => {
    const { name = '', memo = '' } = fields
    const cells: Partial<Record<Kind, string>> = {
      day: fields.dtposted,
      amount: fields.trnamt,
      description: name && memo && name !== memo ? `${name} ${memo}` : name || memo,
      reference: fields.checknum || fields.refnum,
      id: fields.fitid,
      type: fields.trntype,
    }
    return { line, cell: kind => cells[kind]?.trim() ?? '', unnamed: [], cells: Object.values(cells) }
  })
}

function readRecords(records: readonly TableRecord<Kind>[], known: KnownOrder): ReadEntries {
  if (records.length > mostLines) throw new PortalError('BANK_LIST_LONG')
  const { order, ...decided } = decidedOrder(records, known)
  const read: ReadEntries = { entries: [], skipped: [], unread: [], ...decided }
  const amountOf = amountReader(records)
  for (const record of records) readRecord(record, { order, amountOf, read })
  return read
}

interface Reading {
  order: DayOrder
  amountOf: (record: TableRecord<Kind>) => Cents | string
  read: ReadEntries
}

/** The account's balance at a time, which banks list among its lines. */
const balance = /^(?:beginning|opening|starting|previous|ending|closing|current|available|ledger)\b.{0,20}\bbalance\b/i
/** What stands below a table. */
const total = /\b(?:totals?|sub-?totals?|sum|balance|count|number of|end of|page \d+)\b/i

function readRecord(record: TableRecord<Kind>, { order, amountOf, read }: Reading): void {
  const { line } = record
  const skip = (why: string) => read.skipped.push({ line, why })
  const written = record.cell('day')
  const day = readWrittenDay(written)[order]
  const amount = amountOf(record)
  const about = oneLine(textOf(record)).slice(0, 500)
  const words = record.cells.filter(cell => /\p{L}/u.test(cell)).join(' ')
  if (!day) {
    if (total.test(words)) return void skip('It is a total or a note, not a line of the account.')
    if (!written && typeof amount === 'string' && amount === noAmount) return void skip('It has no day and no amount.')
    const why = written
      ? `“${written.slice(0, 40)}” isn’t a day we can read. Write it as 2027-01-31.`
      : 'It has no day.'
    read.unread.push({ line, why })
  } else if (balance.test(about)) skip('It is a balance, not a line of the account.')
  else if (amount === noAmount) skip('It has no amount.')
  else if (typeof amount === 'string') read.unread.push({ line, why: amount })
  else if (amount === 0n) skip('Its amount is zero.')
  else {
    const reference = (oneLine(record.cell('reference')) || about).slice(0, 200) || 'No reference'
    read.entries.push({ line, day, cents: amount, reference, description: about, id: record.cell('id') })
  }
}

/** @returns the bank's text; that of a column without a heading where no other has any */
function textOf(record: TableRecord<Kind>): string {
  return record.cell('description') || record.unnamed.filter(cell => /\p{L}/u.test(cell)).join(' ')
}

/**
 * The office's answer goes first, then what the list's own days say, then how an earlier list was read.
 * @throws PortalError BANK_LIST_DAYS where nothing decides
 */
function decidedOrder(
  records: readonly TableRecord<Kind>[],
  { asked, before }: KnownOrder,
): { order: DayOrder } & Pick<ReadEntries, 'dayOrder' | 'orderRemark'> {
  const { order, doubt } = orderOfDays(records.map(record => record.cell('day')))
  const decided = asked ?? order
  if (decided) return { order: decided, dayOrder: decided, orderRemark: [] }
  if (doubt === undefined) return { order: 'month', dayOrder: null, orderRemark: [] }
  const { month = '', day = '' } = readWrittenDay(doubt)
  const line = records.find(record => record.cell('day') === doubt)?.line ?? 1
  if (before) {
    const read = before === 'month' ? month : day
    const why = `“${doubt}” was read as ${formatDay(read)}, since the ${before} comes first in an earlier list.`
    return { order: before, dayOrder: null, orderRemark: [{ line, why }] }
  }
  throw new PortalError('BANK_LIST_DAYS', {
    sentence: `“${doubt}” in line ${line} could be ${formatDay(month)} or ${formatDay(day)}, and no other day of this list decides. Choose below which comes first, then add the list again.`,
  })
}

function unreadable({ headings: seen, headingLine, kinds }: Table<Kind>): PortalError {
  const hasAmount = kinds.has('amount') || kinds.has('debit') || kinds.has('credit')
  const missing = [
    ...(kinds.has('day') ? [] : [['a date', 'Date']]),
    ...(hasAmount ? [] : [['an amount', 'Amount (or Debit and Credit)']]),
    ...(headingLine > 0 || !kinds.has('description') ? [['a description', 'Description']] : []),
  ]
  const all = (part: 0 | 1) =>
    missing
      .map(each => each[part])
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' and ')
  const shown = seen.filter(Boolean).slice(0, 12)
  const names = shown.map(name => `“${name.slice(0, 40)}”`).join(', ')
  const found = shown.length > 0 ? ` The headings we found are ${names}.` : ''
  return new PortalError('BANK_LIST_UNREADABLE', {
    sentence: `This list has no columns for ${all(0)}. Head them ${all(1)}.${found}`,
  })
}

const noAmount = 'It has no amount.'

type Way = 'in' | 'out'

/** @returns a function that reads a line's amount, by how the whole list writes them; or says why it can't */
function amountReader(records: readonly TableRecord<Kind>[]): (record: TableRecord<Kind>) => Cents | string {
  const money = (kind: Kind) => records.map(record => record.cell(kind))
  const comma = hasDecimalCommas([...money('amount'), ...money('debit'), ...money('credit')])
  const cents = (text: string) => readMoney(text, comma)
  const [isDebitMixed, isCreditMixed] = [
    hasBothSigns(money('debit').map(cents)),
    hasBothSigns(money('credit').map(cents)),
  ]
  const wayOf = directionReader(records, cents)
  return record => {
    const [debit, credit, amount] = [record.cell('debit'), record.cell('credit'), record.cell('amount')]
    const [out, into] = [debit ? cents(debit) : 0n, credit ? cents(credit) : 0n]
    if (out === undefined || into === undefined) return notMoney(out === undefined ? debit : credit)
    if (out !== 0n && into !== 0n) return 'It has an amount under debit and one under credit.'
    if (out !== 0n) return out < 0n && isDebitMixed ? unclear(debit, 'debits') : -absolute(out)
    if (into !== 0n) return into < 0n && isCreditMixed ? unclear(credit, 'credits') : into
    if (!amount) return debit || credit ? 0n : noAmount
    const whole = cents(amount)
    if (whole === undefined) return notMoney(amount)
    const way = wayOf(record, whole)
    if (way === 'unclear')
      return 'Its amount and its debit or credit don’t agree. Write the amount with a minus, or without.'
    if (way === undefined && whole !== 0n)
      return 'It doesn’t say whether the money came in or went out, as other lines do.'
    return way === 'out' ? -whole : whole
  }
}

function notMoney(text: string): string {
  return `“${text.slice(0, 40)}” isn’t an amount we can read. Write it as -1833.33.`
}

/** A minus among debits that have none may be money that came back, or a slip. */
function unclear(text: string, column: string): string {
  return `“${text.slice(0, 40)}” has a minus, and other ${column} have none. Write it as money in or out.`
}

function hasBothSigns(all: readonly (Cents | undefined)[]): boolean {
  return [-1, 1].every(sign => all.some(cents => cents !== undefined && Number(cents) * sign > 0))
}

function absolute(cents: Cents): Cents {
  return cents < 0n ? -cents : cents
}

/** Words that a cell for the direction consists of. */
const wayWords: Record<string, Way> = Object.fromEntries([
  ...['d', 'dr', 'db', 'deb', 'dbit', 'debit', 'debits', 'out', 'withdrawal', 'outgoing', 'paid out', '-'].map(
    word => [word, 'out'] as const,
  ),
  ...['c', 'cr', 'crd', 'crdt', 'credit', 'credits', 'in', 'deposit', 'incoming', 'paid in', '+'].map(
    word => [word, 'in'] as const,
  ),
])

/** @returns which way a cell such as 'DEBIT' says; with `isLoose` one such as 'ACH_DEBIT' */
function wayIn(text: string, isLoose: boolean): Way | undefined {
  const plain = text.toLowerCase().replaceAll(/[.*]/g, '').trim()
  const exact = wayWords[plain]
  if (exact || !isLoose) return exact
  const words = plain.split(/[^a-z]+/)
  const [out, into] = [/^(?:debit|withdrawal|out|outgoing)$/, /^(?:credit|deposit|in|incoming)$/].map(each =>
    words.some(word => each.test(word)),
  )
  return out === into ? undefined : out ? 'out' : 'in'
}

/**
 * Where amounts have no sign, another column says which way the money went. A list whose debits mostly have a minus needs none.
 * @returns a function that returns 'in' for an amount as it is, 'out' for one to be turned around, 'unclear' where sign and column
 *   say different things, undefined where the column doesn't say
 */
function directionReader(
  records: readonly TableRecord<Kind>[],
  cents: (text: string) => Cents | undefined,
): (record: TableRecord<Kind>, amount: Cents) => Way | 'unclear' | undefined {
  const amounts = records.map(record => cents(record.cell('amount')) ?? 0n)
  const hasMinus = amounts.some(amount => amount < 0n)
  for (const kind of ['dc', 'indicator', 'details', 'type'] as const) {
    for (const isLoose of [false, true]) {
      const ways = records.map(record => wayIn(record.cell(kind), isLoose))
      const debits = amounts.filter((_, at) => ways[at] === 'out')
      const [above, below] = [debits.filter(amount => amount > 0n).length, debits.filter(amount => amount < 0n).length]
      const isWhole = !isLoose && records.every((record, at) => ways[at] !== undefined || !record.cell('amount'))
      if (above === 0 || (hasMinus && !isWhole)) continue
      const isSigned = below >= above
      return (record, amount) => {
        const way = wayIn(record.cell(kind), isLoose)
        if (isSigned) return way === 'out' && amount > 0n ? 'unclear' : 'in'
        return amount < 0n ? 'unclear' : way
      }
    }
  }
  return () => 'in'
}

/**
 * @returns a line's key: the format where it is OFX, whose numbers aren't those of tables; the bank's own number with the day
 *   and the amount, since banks give one number to all payments of a batch, else what the line says; and which of those alike
 *   it is in this file
 */
function keysOf(
  line: Omit<BankEntry, 'id'>,
  id: string,
  format: 'ofx' | 'table',
  said: Map<string, number>,
): Pick<BankLine, 'key' | 'oldKey'> {
  const text = id
    ? [id.slice(0, 200), line.day, line.cents].join('\n')
    : [line.day, line.cents, line.reference, line.description].join('\n')
  const hash = createHash('sha256').update(text).digest('hex')
  const nth = (said.get(hash) ?? 0) + 1
  said.set(hash, nth)
  const key = `${format === 'ofx' ? ofxKeyPrefix : ''}${id ? 'number ' : ''}${hash} ${nth}`
  return { key, oldKey: id && nth === 1 ? `id ${id.slice(0, 200)}` : key }
}
