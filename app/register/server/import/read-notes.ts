import { asciiAddress } from '../../../../rules/ascii-address.ts'
import { isDamaged } from '../../../../server/tables/decode-text.ts'
import { orderOfDays } from '../../../../server/tables/read-day.ts'
import { hasDecimalCommas } from '../../../../server/tables/read-money.ts'
import { readTable, type TableRecord } from '../../../../server/tables/read-table.ts'
import { type HolderKind, holderKinds, usStates } from '../../../holders/holders.ts'
import type { NoteTerms } from '../../../notes/schedule.ts'
import {
  CellProblem,
  type CellStyle,
  readAmount,
  readChoice,
  readDay,
  readName,
  readRate,
  readState,
  readText,
} from './cells.ts'
import { type ImportColumn, importColumns, requiredColumns } from './columns.ts'

/** Why a row can't be imported. */
export interface ImportProblem {
  line: number
  /** The note it is about, as the file numbers it; empty where the row names none. */
  note: string
  column?: ImportColumn
  /** A sentence. */
  problem: string
}

export interface ImportedHolder {
  /** Of a holder in the register; of the rest only the name may be there then, to compare. */
  number?: string
  /** What distinguishes it from another holder with the same name. */
  code?: string
  name: string
  kind: HolderKind
  custodian?: string
  state?: string
  memberEmail: string
}

/** Money paid in the past. */
export interface ImportedPayment {
  line: number
  kind: 'interest' | 'principal'
  /** The number of the scheduled payment; by default the next unpaid one. */
  dueDate?: string
  paidOn: string
  cents: bigint
  reference: string
}

export interface ImportedNote {
  line: number
  /** As the file numbers it. */
  number: string
  holder: ImportedHolder
  offering: string
  saleState?: string
  terms: NoteTerms
  payments: ImportedPayment[]
}

export interface NoteFile {
  notes: ImportedNote[]
  problems: ImportProblem[]
}

/** More would keep a person waiting too long. */
export const mostImportedNotes = 2000

/**
 * Reads a file of existing notes and their payments.
 * @returns the notes that can be read, in the file's order, and every row that can't
 */
export function readNoteFile(text: string): NoteFile {
  const table = readTable<ImportColumn>(text, headings, isHeading)
  const missing = requiredColumns.filter(column => !table.kinds.has(column))
  if (missing.length > 0) {
    const problem = `The first row has to name the columns. Missing: ${missing.join(', ')}. Start from the template.`
    return { notes: [], problems: [{ line: table.headingLine || 1, note: '', problem }] }
  }
  // The template's second row explains the columns.
  const records = table.records.filter(record => !record.cell('record').startsWith('#'))
  const of = (columns: readonly ImportColumn[]) => records.flatMap(record => columns.map(record.cell))
  const reader = new NoteFileReader({
    days: orderOfDays(of(['issue_date', 'first_payment_date', 'due_date', 'paid_on'])).order,
    decimalCommas: hasDecimalCommas(of(['principal', 'amount'])),
  })
  for (const record of records) reader.read(record)
  const faults = table.faults.map(({ line, why }): ImportProblem => ({ line, note: '', problem: why }))
  return reader.finish(faults)
}

const columns = Object.keys(importColumns) as ImportColumn[]
const headings = Object.fromEntries(columns.map(column => [column, [column]])) as Record<ImportColumn, [ImportColumn]>

/** A row that names a few of the columns is the heading, so that missing ones can be reported. */
function isHeading(kinds: ReadonlySet<ImportColumn>): boolean {
  return kinds.has('record') || kinds.size >= 4
}

class NoteFileReader {
  private readonly notes = new Map<string, ImportedNote>()
  private readonly payments: { note: string; payment: ImportedPayment }[] = []
  private readonly problems: ImportProblem[] = []
  /** Notes with a row that can't be read; their payments aren't reported on top of that. */
  private readonly broken = new Set<string>()
  private readonly style: CellStyle

  constructor(style: CellStyle) {
    this.style = style
  }

  read(record: TableRecord<ImportColumn>): void {
    const row = new Row(record, this.style)
    const note = row.text('note', true)
    const kind = row.choice('record', { note: [], payment: ['interest'], principal: ['repayment'] })
    if (kind === 'note') this.readNote(row, note)
    else if (kind) this.readPayment(row, note, kind === 'payment' ? 'interest' : 'principal')
    this.problems.push(...row.problems)
  }

  private readNote(row: Row, number: string): void {
    if (this.notes.has(number)) row.reject('note', `The file has note ${number} twice.`)
    const note: ImportedNote = {
      line: row.line,
      number,
      holder: readHolder(row),
      offering: row.text('offering'),
      saleState: row.state('sale_state'),
      terms: readTerms(row),
      payments: [],
    }
    if (row.problems.length === 0) this.notes.set(number, note)
    else this.broken.add(number)
  }

  private readPayment(row: Row, note: string, kind: ImportedPayment['kind']): void {
    const payment = {
      line: row.line,
      kind,
      dueDate: row.day('due_date'),
      paidOn: row.day('paid_on', true) ?? '',
      cents: row.cents('amount'),
      reference: row.text('reference'),
    }
    if (payment.cents === 0n && !row.problems.length) row.reject('amount', 'A payment has an amount.')
    if (row.problems.length === 0) this.payments.push({ note, payment })
  }

  /** @param faults rows that can't be divided into cells */
  finish(faults: readonly ImportProblem[]): NoteFile {
    this.problems.push(...faults)
    for (const { note, payment } of this.payments) {
      const found = this.notes.get(note)
      if (found) found.payments.push(payment)
      else if (!this.broken.has(note))
        this.problems.push({
          line: payment.line,
          note,
          column: 'note',
          problem: `The file has no note ${note} that this payment could belong to.`,
        })
    }
    const notes = [...this.notes.values()]
    if (notes.length > mostImportedNotes)
      this.problems.push({
        line: 1,
        note: '',
        problem: `The file has more than ${mostImportedNotes} notes. Import it in parts.`,
      })
    if (notes.length === 0 && this.problems.length === 0)
      this.problems.push({ line: 1, note: '', problem: 'The file has no notes.' })
    return { notes, problems: this.problems.toSorted((one, other) => one.line - other.line) }
  }
}

function readHolder(row: Row): ImportedHolder {
  const number = row.text('holder_number')
  if (number) return { number, name: row.name('holder_name'), kind: 'individual', memberEmail: '' }
  const kinds = Object.fromEntries(Object.entries(holderKinds).map(([kind, label]) => [kind, [label]]))
  const kind = row.choice('holder_kind', kinds as Record<HolderKind, string[]>) ?? 'individual'
  const custodian = row.name('custodian', kind === 'sdira')
  const code = row.text('holder_code')
  return {
    ...(code && { code }),
    name: row.name('holder_name', true),
    kind,
    ...(custodian && { custodian }),
    state: row.state('holder_state', true),
    memberEmail: asciiAddress(row.text('member_email', true)).toLowerCase(),
  }
}

const conventionWords = { following: [], modified_following: ['modified'], preceding: [] }

function readTerms(row: Row): NoteTerms {
  const first = row.day('first_payment_date')
  return {
    principalCents: row.cents('principal'),
    rateBp: row.rate('rate_percent'),
    termMonths:
      row.choice('term_months', { 12: ['12 months', '1 year'], 24: ['24 months', '2 years'] }) === '24' ? 24 : 12,
    payout:
      row.choice('payout', { monthly: ['month'], quarterly: ['quarter'], annually: ['annual', 'yearly'] }) ?? 'monthly',
    dayCount:
      row.choice('day_count', { '30/360': ['360'], 'actual/365': ['act/365', 'actual/365 fixed', '365'] }) ?? '30/360',
    convention: row.choice<NoteTerms['convention']>('convention', conventionWords, 'following') ?? 'following',
    issueDate: row.day('issue_date', true) ?? '',
    ...(first && { firstPaymentDate: first }),
  }
}

/** Reads the cells of a row, and collects their problems. */
class Row {
  readonly problems: ImportProblem[] = []
  private readonly record: TableRecord<ImportColumn>
  private readonly style: CellStyle

  constructor(record: TableRecord<ImportColumn>, style: CellStyle) {
    this.record = record
    this.style = style
  }

  get line(): number {
    return this.record.line
  }

  reject(column: ImportColumn, problem: string): void {
    this.problems.push({ line: this.line, note: this.record.cell('note'), column, problem })
  }

  text(column: ImportColumn, isRequired = false): string {
    return this.cell(column, readText, isRequired) ?? ''
  }

  name(column: ImportColumn, isRequired = false): string {
    return this.cell(column, readName, isRequired) ?? ''
  }

  day(column: ImportColumn, isRequired = false): string | undefined {
    return this.cell(column, text => readDay(text, this.style), isRequired)
  }

  cents(column: ImportColumn): bigint {
    return this.cell(column, text => readAmount(text, this.style), true) ?? 0n
  }

  rate(column: ImportColumn): number {
    return this.cell(column, readRate, true) ?? 0
  }

  state(column: ImportColumn, isRequired = false): string | undefined {
    const read = (text: string) => {
      const state = readState(text)
      if (!usStates.includes(state)) throw new CellProblem(`There is no state ${state}.`)
      return state
    }
    return this.cell(column, read, isRequired)
  }

  /** @param otherwise what an empty cell means; without it the cell may not be empty */
  choice<Choice extends string>(
    column: ImportColumn,
    choices: Record<Choice, readonly string[]>,
    otherwise?: Choice,
  ): Choice | undefined {
    return this.cell(column, text => readChoice(text, choices), otherwise === undefined) ?? otherwise
  }

  private cell<Value>(column: ImportColumn, read: (text: string) => Value, isRequired: boolean): Value | undefined {
    const text = this.record.cell(column)
    if (!text && !isRequired) return undefined
    try {
      if (!text) throw new CellProblem(`The column ${column} can’t be empty here.`)
      if (isDamaged(text)) throw new CellProblem('Letters were lost before this file was saved. Save it as CSV UTF-8.')
      return read(text)
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error
      this.reject(column, error.message)
      return undefined
    }
  }
}
