import { createHash } from 'node:crypto'
import { type Day, formatDay } from '../../../rules/days.ts'
import type { Cents } from '../../../rules/money.ts'
import { oneLine } from '../../../rules/text.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { isDamaged } from '../../../server/tables/decode-text.ts'
import { orderOfDays, readWrittenDay } from '../../../server/tables/read-day.ts'
import type { LineRemark } from '../../../server/tables/read-rows.ts'
import { readTable, type Table } from '../../../server/tables/read-table.ts'
import type { DayOrder } from '../bank.ts'
import { amountReader, type BankRecord, noAmount, wayIn } from './bank-amounts.ts'
import { type BankColumn, bankHeadings, columnsBySight } from './bank-columns.ts'
import { isOfx, readOfx } from './read-ofx.ts'

/** A movement on the fund's account, from the bank's list. */
export interface BankLine {
  /** Line number in the file, from 1. */
  line: number
  day: Day
  /** Positive for money in, negative for money out. */
  cents: Cents
  reference: string
  description: string
  /** Identifies the same line in another list. */
  key: string
  /** The key that earlier versions used for a line with a bank's number. */
  oldKey: string
}

/** A bank list. Every line with content is in one of the three. */
export interface ReadBankList {
  lines: BankLine[]
  /** Lines that aren't about a movement of money: totals, balances, amounts of zero, pending transactions, repeated headings. */
  skipped: LineRemark[]
  /** Unreadable lines. */
  unread: LineRemark[]
  /** Lines that were read but need review. */
  remarks: LineRemark[]
  /** Whether month or day comes first in its days, if that is ambiguous. */
  dayOrder: DayOrder | null
}

/** Known order of days such as 03/04/2026. */
export interface KnownOrder {
  /** The administrator's answer for this list. */
  requested?: DayOrder | undefined
  /** The order of an earlier list. */
  before?: DayOrder | undefined
}

export const ofxKeyPrefix = 'ofx '

/** A line before it has a key, with the bank's number and the text of its first text column. */
type BankEntry = Omit<BankLine, 'key' | 'oldKey'> & { id: string; text: string }

const mostLines = 5000

/**
 * Reads a bank's list of transactions: a table, or OFX (QFX, QBO). In a table, money went out if the amount has a
 * minus, is in a debit column, or another column says debit; otherwise it came in.
 * @param order used if no day of the list decides
 * @returns the file's content, in order
 * @throws PortalError BANK_LIST_UNREADABLE, BANK_LIST_LONG, BANK_LIST_DAYS where days are ambiguous, BANK_LIST_EMPTY
 * without a readable line; BANK_LIST_ACCOUNTS
 */
export function readBankList(text: string, order: KnownOrder = {}): ReadBankList {
  const format = isOfx(text) ? 'ofx' : 'table'
  const { entries, skipped, unread, dayOrder, orderRemark } =
    format === 'ofx' ? readRecords(ofxRecords(text), order) : readBankTable(text, order)
  if (entries.length > mostLines) throw new PortalError('BANK_LIST_LONG')
  if (entries.length === 0) throw emptyList([...unread, ...skipped])
  const said = new Map<string, number>()
  const lines = entries.map(({ id, text, ...line }) => ({ ...line, ...keysOf({ ...line, id, text }, format, said) }))
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
  /** Remark that the days were read as those of an earlier list. */
  orderRemark: LineRemark[]
}

function readBankTable(text: string, known: KnownOrder): ReadEntries {
  const table = readTable(
    text,
    bankHeadings,
    kinds => kinds.has('day') && (kinds.has('amount') || kinds.has('debit') || kinds.has('credit')),
    columnsBySight,
  )
  const { kinds, records } = table
  const hasText =
    kinds.has('reference') || kinds.has('description') || records.some(({ unnamed }) => unnamed.some(Boolean))
  if (kinds.size === 0 || !hasText) throw unreadable(table)
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

function ofxRecords(text: string): BankRecord[] {
  return readOfx(text).map(({ line, fields }) => {
    const { name = '', memo = '' } = fields
    const description = name && memo && name !== memo ? `${name} ${memo}` : name || memo
    const cells: Partial<Record<BankColumn, string>> = {
      day: fields.dtposted,
      amount: fields.trnamt,
      description,
      reference: fields.checknum || fields.refnum,
      id: fields.fitid,
      type: fields.trntype,
    }
    const cell = (kind: BankColumn) => cells[kind]?.trim() ?? ''
    return { line, cell, all: kind => [cell(kind)], unnamed: [], cells: Object.values(cells) }
  })
}

function readRecords(records: readonly BankRecord[], known: KnownOrder): ReadEntries {
  if (records.length > mostLines) throw new PortalError('BANK_LIST_LONG')
  const { order, ...decided } = decidedOrder(records, known)
  const read: ReadEntries = { entries: [], skipped: [], unread: [], ...decided }
  const amountOf = amountReader(records)
  const isPending = pendingReader(records, order)
  for (const record of records)
    if (isPending(record)) read.skipped.push({ line: record.line, why: 'The bank hasn’t posted it.' })
    else readRecord(record, { order, amountOf, read })
  return read
}

/** Transactions that never moved money, or may still change. */
const notPosted =
  /^(?:pending|processing|in process|in progress|scheduled|authori[sz]ed|hold|failed|declined|rejected|void|voided|cancell?ed)\b/i

/**
 * Banks list pending transactions among the rest: by a status, by a word in the day column, or without a balance after
 * the last line with one. Some banks give one balance per day, so other lines of that day are posted.
 */
function pendingReader(records: readonly BankRecord[], order: DayOrder): (record: BankRecord) => boolean {
  const dayOf = (record: BankRecord) => readWrittenDay(record.cell('day'))[order] ?? ''
  const balanced = records.filter(record => record.cell('balance')).map(dayOf)
  const last = balanced.toSorted().at(-1)
  return record =>
    notPosted.test(record.cell('status')) ||
    notPosted.test(record.cell('day')) ||
    (last !== undefined && !record.cell('balance') && dayOf(record) > last)
}

interface Reading {
  order: DayOrder
  amountOf: (record: BankRecord) => Cents | string
  read: ReadEntries
}

/** Account balances, which banks list among transactions. */
const balance = /^(?:beginning|opening|starting|previous|ending|closing|current|available|ledger)\b.{0,20}\bbalance\b/i
/** Lines below a table. */
const total = /\b(?:totals?|sub-?totals?|sum|balance|count|number of|end of|page \d+)\b/i

function readRecord(record: BankRecord, { order, amountOf, read }: Reading): void {
  const { line } = record
  const skip = (why: string) => read.skipped.push({ line, why })
  const written = record.cell('day')
  const day = readWrittenDay(written)[order]
  const amount = amountOf(record)
  const text = oneLine(textOf(record)).slice(0, 500)
  const about = allText(record, text)
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
    const reference = (oneLine(record.cell('reference')) || text).slice(0, 200) || 'No reference'
    read.entries.push({ line, day, cents: amount, reference, description: about, id: record.cell('id'), text })
  }
}

/** @returns the bank's text; that of a column without a heading if no other has any */
function textOf(record: BankRecord): string {
  return record.cell('description') || record.unnamed.filter(cell => /\p{L}/u.test(cell)).join(' ')
}

/** @returns all distinct texts of a line: payee and purpose may be in different columns */
function allText(record: BankRecord, first: string): string {
  const others = record.all('description').map(oneLine)
  return others
    .reduce(
      (all, text) => (!/\p{L}/u.test(text) || wayIn(text, false) || all.includes(text) ? all : `${all} ${text}`),
      first,
    )
    .slice(0, 500)
}

/**
 * Priority: the administrator's answer, the list's own days, an earlier list.
 * @throws PortalError BANK_LIST_DAYS if nothing decides
 */
function decidedOrder(
  records: readonly BankRecord[],
  { requested, before }: KnownOrder,
): { order: DayOrder } & Pick<ReadEntries, 'dayOrder' | 'orderRemark'> {
  const { order, doubt } = orderOfDays(records.map(record => record.cell('day')))
  const decided = requested ?? order
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

function unreadable({ headings: seen, headingLine, kinds }: Table<BankColumn>): PortalError {
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

/**
 * @returns a line's key: 'ofx' for OFX, whose numbers differ from those of tables; the bank's number with day and
 * amount, since banks share a number within a batch, else the texts; and a counter for identical lines of the file
 */
function keysOf(
  { id, day, cents, reference, text: about }: BankEntry,
  format: 'ofx' | 'table',
  said: Map<string, number>,
): Pick<BankLine, 'key' | 'oldKey'> {
  const text = id ? [id.slice(0, 200), day, cents].join('\n') : [day, cents, reference, about].join('\n')
  const hash = createHash('sha256').update(text).digest('hex')
  const nth = (said.get(hash) ?? 0) + 1
  said.set(hash, nth)
  const key = `${format === 'ofx' ? ofxKeyPrefix : ''}${id ? 'number ' : ''}${hash} ${nth}`
  return { key, oldKey: id && nth === 1 ? `id ${id.slice(0, 200)}` : key }
}
