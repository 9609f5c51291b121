import { csvLine } from '../../rules/csv.ts'
import { addDays, type Day } from '../../rules/days.ts'
import { type Cents, sumCents } from '../../rules/money.ts'

/** A movement on the fund's account, as known to the fund. */
export interface Moved {
  day: Day
  /** Money in; negative for money out. */
  cents: Cents
  kind: 'ach' | 'wire' | 'return' | 'fee' | 'interest'
  /** The payee or payer; empty for the bank itself. */
  payee: string
  note?: string
}

export interface BankMonth {
  /** The account's balance before the first line. */
  opening: Cents
  /** By day. */
  moved: readonly Moved[]
}

/** A bank's file, and the part of it that a reader must ignore. */
export interface BankFile {
  filename: string
  content: string
  /** Lines with an amount but no movement: pending or failed ones, balances. */
  noise: number
}

type Shape = (month: BankMonth) => BankFile

/** A bank's text for a line. */
const words = {
  ach: 'ACH DEBIT',
  wire: 'WIRE TYPE:WIRE IN',
  return: 'ACH RETURN R03',
  fee: 'MONTHLY SERVICE FEE',
  interest: 'INTEREST PAYMENT',
}
/** Banks write in capitals, without hyphens, and truncate names. */
const plain = (text: string) => text.toUpperCase().replaceAll('-', '').slice(0, 40)
const about = ({ kind, payee, note = '' }: Moved) => [words[kind], plain(payee), plain(note)].filter(Boolean).join(' ')
/** Commas in the text, as in names of companies and in fields of a wire. */
const wired = (line: Moved) =>
  line.kind === 'wire' ? `WIRE TYPE:WIRE IN, ORIG:${plain(line.payee)}, TRN:2025${line.cents}` : about(line)

const parts = (day: Day) => [day.slice(0, 4), day.slice(5, 7), day.slice(8)] as const
const american = (day: Day, mark = '/') => [parts(day)[1], parts(day)[2], parts(day)[0]].join(mark)
const short = (day: Day) => american(day).replace(/\d\d(\d\d)$/, '$1')
const digits = (cents: Cents) =>
  String(cents < 0n ? -cents : cents)
    .padStart(3, '0')
    .replace(/(..)$/, '.$1')
const amount = (cents: Cents) => (cents < 0n ? '-' : '') + digits(cents)
const grouped = (cents: Cents) => amount(cents).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')
const quoted = (...cells: string[]) => cells.map(cell => `"${cell}"`).join(',')

function balanced({ opening, moved }: BankMonth): (Moved & { balance: Cents })[] {
  return moved.map((line, at) => ({
    ...line,
    balance: opening + sumCents(moved.slice(0, at + 1).map(({ cents }) => cents)),
  }))
}

const lastDay = ({ moved }: BankMonth) => moved.at(-1)?.day ?? ''
const closing = ({ opening, moved }: BankMonth) => opening + sumCents(moved.map(({ cents }) => cents))
const file = (filename: string, lines: readonly string[], noise: number, end = '\n'): BankFile => ({
  ...{ filename, content: lines.map(line => line + end).join(''), noise },
})

/**
 * Files in the shapes that banks export, with real ones' noise: summaries, pending and failed lines, balances, commas,
 * CRLF, two-digit years. By the headers and rows in public importers' own tests and documents, seen Nov 2026.
 */
export const bankShapes = {
  // "Details,Posting Date,…": newest first, a superfluous comma in each row, no balance while pending.
  chase: month =>
    file(
      'Chase4821_Activity.CSV',
      [
        'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #',
        `DEBIT,${american(addDays(lastDay(month), 1))},"POS PENDING",-88.10,ACH_DEBIT, ,,`,
        ...balanced(month)
          .toReversed()
          .map(line => {
            const way = line.cents < 0n ? 'DEBIT' : 'CREDIT'
            return `${way},${american(line.day)},"${wired(line)}",${amount(line.cents)},ACH_${way},${amount(line.balance)},,`
          }),
      ],
      1,
    ),
  // A summary above the heading, and the opening balance as the first line below it.
  bankOfAmerica: month => {
    const first = american(month.moved[0]?.day ?? '')
    return file(
      'stmt.csv',
      [
        'Description,,Summary Amt.',
        `Beginning balance as of ${first},,"${grouped(month.opening)}"`,
        `Total credits,,"${grouped(sumCents(month.moved.map(({ cents }) => (cents > 0n ? cents : 0n))))}"`,
        `Total debits,,"${grouped(sumCents(month.moved.map(({ cents }) => (cents < 0n ? cents : 0n))))}"`,
        `Ending balance as of ${american(lastDay(month))},,"${grouped(closing(month))}"`,
        '',
        'Date,Description,Amount,Running Bal.',
        `${first},Beginning balance as of ${first},,"${grouped(month.opening)}"`,
        ...balanced(month).map(
          line => `${american(line.day)},"${wired(line)}","${grouped(line.cents)}","${grouped(line.balance)}"`,
        ),
      ],
      1,
      '\r\n',
    )
  },
  // No heading: date, amount, a star, the check's number, text. Newest first.
  wellsFargo: month =>
    file(
      'Checking1.csv',
      month.moved.toReversed().map(line => quoted(american(line.day), amount(line.cents), '*', '', wired(line))),
      0,
    ),
  // A status, debits without a minus, and credits with one.
  citi: month =>
    file(
      'CHK_1234_CURRENT_VIEW.CSV',
      [
        'Status,Date,Description,Debit,Credit',
        `Pending,${american(lastDay(month))},"${words.ach} PENDING",88.10,`,
        ...month.moved
          .toReversed()
          .map(line =>
            line.cents < 0n
              ? `Cleared,${american(line.day)},"${wired(line)}",${digits(line.cents)},`
              : `Cleared,${american(line.day)},"${wired(line)}",,-${digits(line.cents)}`,
          ),
      ],
      1,
      '\r\n',
    ),
  // Amounts without a sign beside their type; years of two digits.
  capitalOne: month =>
    file(
      '360Checking...4795.csv',
      [
        'Account Number,Transaction Description,Transaction Date,Transaction Type,Transaction Amount,Balance',
        ...balanced(month)
          .toReversed()
          .map(
            line =>
              `4795,"${wired(line)}",${short(line.day)},${line.cents < 0n ? 'Debit' : 'Credit'},${digits(line.cents)},${amount(line.balance)}`,
          ),
      ],
      0,
    ),
  // The payee in one column and the note in another; pending and failed ones by a status. With a byte order mark.
  mercury: month => {
    const row = (line: Moved, status: string) =>
      csvLine([
        american(line.day, '-'),
        line.payee || words[line.kind],
        amount(line.cents),
        status,
        'Mercury Checking xx8655',
        `${words[line.kind]}; LARKSTONE`,
        '',
        line.note ? `Note ${line.note}` : '',
        `${american(line.day, '-')} 18:04:12`,
        'USD',
      ]).trimEnd()
    const [one = { day: '2025-01-02', cents: -1n, kind: 'ach', payee: 'X' } as const] = month.moved
    return file(
      'transactions-larkstone.csv',
      [
        '\uFEFFDate (UTC),Description,Amount,Status,Source Account,Bank Description,Reference,Note,Timestamp,Original Currency',
        row({ ...one, day: lastDay(month) }, 'Pending'),
        row({ ...one, day: lastDay(month) }, 'Failed'),
        ...month.moved.toReversed().map(line => row(line, 'Sent')),
      ],
      2,
      '\r\n',
    )
  },
  // Two columns with dollar signs, and a word in place of a pending line's day.
  pnc: month =>
    file(
      'accountActivityExport.csv',
      [
        'Date,Description,Withdrawals,Deposits,Category,Balance',
        `"PENDING - ${american(lastDay(month))}","POS PENDING","$88.10","","Other",""`,
        ...balanced(month)
          .toReversed()
          .map(line => {
            const money = `$${grouped(line.cents).replace('-', '')}`
            const [out, into] = line.cents < 0n ? [money, ''] : ['', money]
            return quoted(american(line.day), wired(line), out, into, 'Other', `$${grouped(line.balance)}`)
          }),
      ],
      1,
    ),
  // The payee under a name, and an uninformative memo.
  usBank: month =>
    file(
      'Checking - 4821.csv',
      [
        quoted('Date', 'Transaction', 'Name', 'Memo', 'Amount'),
        ...month.moved
          .toReversed()
          .map(line =>
            quoted(
              line.day,
              line.cents < 0n ? 'DEBIT' : 'CREDIT',
              wired(line),
              'Download from usbank.com.',
              amount(line.cents),
            ),
          ),
      ],
      0,
      '\r\n',
    ),
  // OFX 1: SGML with unclosed tags, including Quicken's own.
  ofx1: month =>
    file(
      'activity.qfx',
      [
        ...['OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:102', 'SECURITY:NONE', 'ENCODING:USASCII', 'CHARSET:1252'],
        ...['COMPRESSION:NONE', 'OLDFILEUID:NONE', 'NEWFILEUID:NONE', ''],
        '<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20250102120000<LANGUAGE>ENG<INTU.BID>3000</SONRS></SIGNONMSGSRSV1>',
        '<BANKMSGSRSV1><STMTTRNRS><TRNUID>0<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>121042882<ACCTID>4821<ACCTTYPE>CHECKING</BANKACCTFROM>',
        '<BANKTRANLIST>',
        ...month.moved.flatMap((line, at) => [
          '<STMTTRN>',
          `<TRNTYPE>${line.cents < 0n ? 'DEBIT' : 'CREDIT'}`,
          `<DTPOSTED>${line.day.replaceAll('-', '')}120000[-5:EST]`,
          `<TRNAMT>${amount(line.cents)}`,
          `<FITID>${line.day.replaceAll('-', '')}${at}`,
          `<NAME>${(plain(line.payee) || words[line.kind]).replaceAll('&', '&amp;').slice(0, 32)}`,
          `<MEMO>${about(line).replaceAll('&', '&amp;')}`,
          '</STMTTRN>',
        ]),
        `</BANKTRANLIST><LEDGERBAL><BALAMT>${amount(closing(month))}<DTASOF>${lastDay(month).replaceAll('-', '')}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
      ],
      0,
      '\r\n',
    ),
  // OFX 2: XML.
  ofx2: month =>
    file(
      'activity.ofx',
      [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
        '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
        '<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD</CURDEF><BANKTRANLIST>',
        ...month.moved.map(
          (line, at) =>
            `<STMTTRN><TRNTYPE>${line.cents < 0n ? 'DEBIT' : 'CREDIT'}</TRNTYPE><DTPOSTED>${line.day.replaceAll('-', '')}</DTPOSTED><TRNAMT>${amount(line.cents)}</TRNAMT><FITID>X${line.day}${at}</FITID><NAME>${about(line).replaceAll('&', '&amp;')}</NAME></STMTTRN>`,
        ),
        '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
      ],
      0,
    ),
} satisfies Record<string, Shape>

export type BankShape = keyof typeof bankShapes
export const shapeNames = Object.keys(bankShapes) as BankShape[]
