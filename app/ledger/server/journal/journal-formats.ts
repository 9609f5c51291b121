import { bookkeeping } from '../../../../content/bookkeeping.ts'
import { type CsvCell, csvLine, csvText } from '../../../../rules/csv.ts'
import { formatDay } from '../../../../rules/days.ts'
import { decimalCents } from '../../../../rules/money.ts'
import type { JournalFormat } from '../../journal.ts'
import { accruedInterest, type JournalAccount, journalAccounts } from '../../ledger-accounts.ts'

/** A journal entry for another program. Days are 'YYYY-MM-DD'. */
export interface Voucher {
  /** Unique, at most 21 characters. */
  number: string
  day: string
  words: string
  lines: readonly VoucherLine[]
  /** The holder's number and legal name. */
  holder?: { number: string; name: string }
  /** Only in the plain CSV. */
  id?: string
  relatesTo?: string
  reference?: string | null
  approvalId?: string | null
}

/** Cents; one of the two is 0. */
export interface VoucherLine {
  account: JournalAccount
  debit: bigint
  credit: bigint
  note?: string
}

/** A program's import format. */
interface FileFormat {
  /** Most lines per file, without the heading. */
  most: number
  head: readonly string[]
  line: (voucher: Voucher, line: VoucherLine) => readonly CsvCell[]
}

const formats: Record<JournalFormat, FileFormat> = {
  /**
   * QuickBooks Online, Settings, Import data, Journal entries: lines with one number are one entry, which must balance;
   * accounts by name, days as MM/DD/YYYY, the unused amount empty. QuickBooks Desktop's IIF isn't supported (decision
   * 34).
   */
  quickbooks: {
    most: 1000,
    head: ['JournalNo', 'JournalDate', 'AccountName', 'Debits', 'Credits', 'Description'],
    line: (voucher, line) => [
      voucher.number,
      `${voucher.day.slice(5, 7)}/${voucher.day.slice(8)}/${voucher.day.slice(0, 4)}`,
      accountOf(line).quickbooks,
      amount(line.debit),
      amount(line.credit),
      descriptionOf(voucher, line),
    ],
  },
  /**
   * Xero, Accounting, Manual journals, Import, with its template's headings: lines with one narration and day are one
   * journal; accounts by code, debits positive and credits negative. A month's name is unambiguous in every region.
   */
  xero: {
    most: 300,
    head: [
      ...['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
      ...['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2'],
    ],
    line: (voucher, line) => [
      `${voucher.number} ${voucher.words}`,
      dayInXero(voucher.day),
      descriptionOf(voucher, line),
      accountOf(line).xero,
      bookkeeping.xeroTaxRate,
      line.debit - line.credit,
      ...['', '', '', ''],
    ],
  },
  csv: {
    most: 20_000,
    head: [
      ...['Entry', 'Entry ID', 'Date', 'Relates to', 'Kind', 'Note', 'Holder', 'Holder name', 'Reference'],
      ...['Account', 'Account name', 'Debit', 'Credit', 'Approval'],
    ],
    line: (voucher, line) => [
      voucher.number,
      voucher.id,
      voucher.day,
      voucher.relatesTo,
      voucher.words,
      line.note,
      voucher.holder?.number,
      voucher.holder?.name,
      voucher.reference,
      line.account,
      journalAccounts[line.account],
      amount(line.debit),
      amount(line.credit),
      voucher.approvalId,
    ],
  },
}

function accountOf({ account }: VoucherLine) {
  return account === accruedInterest ? bookkeeping.accrued : bookkeeping.accounts[account]
}

function descriptionOf({ words, holder, reference }: Voucher, { note }: VoucherLine): string {
  return [words, note, holder?.number, holder?.name, reference].filter(Boolean).join(', ')
}

/** @returns such as '01 Jun 2026' */
function dayInXero(day: string): string {
  return `${day.slice(8)} ${formatDay(day).slice(0, 3)} ${day.slice(0, 4)}`
}

function amount(cents: bigint): string | null {
  return cents === 0n ? null : decimalCents(cents)
}

/** A journal file, as described in the manifest. Cents. */
export interface JournalFile {
  name: string
  text: string
  entries: number
  lines: number
  first: string
  last: string
  debit: bigint
  credit: bigint
}

/** Each account's totals over all files, in cents. */
export type AccountSums = Map<VoucherLine['account'], { debit: bigint; credit: bigint }>

/**
 * Writes a journal in files that the program accepts; an entry is never split.
 * @param sums receives each account's totals
 */
export async function* journalFiles(
  format: JournalFormat,
  batches: AsyncIterable<readonly Voucher[]>,
  sums: AccountSums,
): AsyncGenerator<JournalFile, void, void> {
  const { most } = formats[format]
  let number = 1
  let file = emptyFile(format, number)
  for await (const vouchers of batches) {
    for (const voucher of vouchers) {
      if (file.lines > 0 && file.lines + voucher.lines.length > most) {
        yield file
        file = emptyFile(format, ++number)
      }
      addVoucher(file, format, voucher, sums)
    }
  }
  if (file.lines > 0) yield file
}

function emptyFile(format: JournalFormat, number: number): JournalFile {
  const text = csvLine(formats[format].head)
  return { name: `journal-${number}.csv`, text, entries: 0, lines: 0, first: '', last: '', debit: 0n, credit: 0n }
}

function addVoucher(file: JournalFile, format: JournalFormat, voucher: Voucher, sums: AccountSums): void {
  for (const line of voucher.lines) {
    file.text += csvLine(formats[format].line(voucher, line))
    file.debit += line.debit
    file.credit += line.credit
    const sum = sums.get(line.account) ?? { debit: 0n, credit: 0n }
    sums.set(line.account, { debit: sum.debit + line.debit, credit: sum.credit + line.credit })
  }
  file.lines += voucher.lines.length
  file.entries++
  file.first ||= voucher.number
  file.last = voucher.number
}

/** @returns the manifest of a journal's files, with the totals of each and of all */
export function manifestOf(files: readonly Omit<JournalFile, 'text'>[]): string {
  const sum = (part: 'entries' | 'lines') => files.reduce((all, file) => all + file[part], 0)
  const sumOf = (part: 'debit' | 'credit') => files.reduce((all, file) => all + file[part], 0n)
  return csvText([
    ['File', 'First entry', 'Last entry', 'Entries', 'Lines', 'Debits', 'Credits'],
    ...files.map(({ name, first, last, entries, lines, debit, credit }): CsvCell[] => [
      ...[name, first, last, entries, lines],
      ...[decimalCents(debit), decimalCents(credit)],
    ]),
    [
      ...['All', files[0]?.first, files.at(-1)?.last, sum('entries'), sum('lines')],
      ...[decimalCents(sumOf('debit')), decimalCents(sumOf('credit'))],
    ],
  ])
}

/** @returns each account's totals, with its name in the fund's books */
export function accountsOf(sums: AccountSums): string {
  const rows = [...sums].toSorted(([one], [other]) => one - other)
  return csvText([
    ['Account', 'Account name', 'In QuickBooks', 'In Xero', 'Debits', 'Credits'],
    ...rows.map(([account, { debit, credit }]): CsvCell[] => {
      const { quickbooks, xero } = accountOf({ account, debit, credit })
      return [account, journalAccounts[account], quickbooks, xero, decimalCents(debit), decimalCents(credit)]
    }),
  ])
}
