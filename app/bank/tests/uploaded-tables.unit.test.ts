import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { folded } from '../../../rules/folded.ts'
import { oneLine } from '../../../rules/text.ts'
import { decodeText } from '../../../server/tables/decode-text.ts'
import { readWrittenDay } from '../../../server/tables/read-day.ts'
import { hasDecimalCommas, readMoney } from '../../../server/tables/read-money.ts'
import { bankShapes, type Moved, shapeNames } from '../../../tests/helpers/bank-shapes.ts'
import { planImport, type RegisterFacts } from '../../register/server/import/plan-import.ts'
import { readNoteFile } from '../../register/server/import/read-notes.ts'
import { type KnownOrder, readBankList } from '../server/read-bank-list.ts'

const fixture = (name: string) =>
  decodeText(readFileSync(new URL(`../../../tests/fixtures/uploaded-tables/${name}.csv`, import.meta.url)))
const list = (...lines: string[]) => lines.join('\n')
/** @returns amounts in the list's order, and omitted or unread lines */
const read = (text: string, order?: KnownOrder) => {
  const { lines, skipped, unread } = readBankList(text, order)
  return {
    cents: lines.map(({ cents }) => Number(cents)),
    ...(skipped.length > 0 && { skipped: skipped.map(({ line }) => line) }),
    ...(unread.length > 0 && { unread: unread.map(({ line }) => line) }),
  }
}

test.each<[string, string, Buffer]>([
  ['UTF-8 with a byte order mark', 'Peña é', Buffer.from('\uFEFFPeña é')],
  ['Windows-1252', 'Peña’s café €', Buffer.from([...Buffer.from('Pe\xf1a\x92s caf\xe9 \x80', 'latin1')])],
  ['UTF-16LE', 'Date,Peña', Buffer.from('\uFEFFDate,Peña', 'utf16le')],
  ['UTF-16BE', 'Date,Peña', Buffer.from('\uFEFFDate,Peña', 'utf16le').swap16()],
  ['UTF-16LE without a mark', 'Date,Peña', Buffer.from('Date,Peña', 'utf16le')],
  ['UTF-16BE without a mark', 'Date,Peña', Buffer.from('Date,Peña', 'utf16le').swap16()],
  ['lines in two encodings', 'é\nñ', Buffer.concat([Buffer.from('é\n'), Buffer.from([0xf1])])],
])('a file’s text is read in its encoding: %s', (_, text, bytes) => {
  expect(decodeText(bytes)).toBe(text)
})

test.each(['PK\u0003\u0004xl/workbook', '%PDF-1.7', ' <html><table>'])('what isn’t text is refused: %j', begins => {
  expect(() => decodeText(Buffer.from(begins, 'latin1'))).toThrow(/save it as CSV/)
})

test.each([
  ['-1,833.33', -183333],
  ['(20.01)', -2001],
  ['($20.02)', -2002],
  ['$(20.03)', -2003],
  [' $ (1,020.04)', -102004],
  ['20.05-', -2005],
  ['-$20.06', -2006],
  ['$ -20.06', -2006],
  ['+$20.07', 2007],
  ['−20.08', -2008],
  ['12.00 DR', -1200],
  ['12.00Cr.', 1200],
  ['USD 12.00', 1200],
  ['1.234,56', 123456],
  ['1 234,56 €', 123456],
  ["1'234.56", 123456],
  ['1234,5', 123450],
  ['.50', 50],
  ['1,234', 123400],
  ['1833.3300', 183333],
  ['1.234', undefined],
  ['200.000', undefined],
  ['(20.01', undefined],
  ['-(20.01)-', undefined],
  ['2E+05', undefined],
  ['', undefined],
])('an amount is read as banks write it: %j', (text, cents) => {
  expect(readMoney(text)).toBe(cents === undefined ? undefined : BigInt(cents))
})

test('1.234 is a thousand where the table’s decimals stand after commas, and 1,234 is nothing there', () => {
  expect(hasDecimalCommas(['1.234', '10,50'])).toBe(true)
  expect(hasDecimalCommas(['1.234,50', '10.50'])).toBe(false)
  expect([readMoney('1.234', true), readMoney('1,234', true)]).toEqual([123400n, undefined])
})

test.each([
  '2026-11-09',
  '2026/11/09',
  '20261109',
  '20261109120000[-5:EST]',
  '2026-11-09T00:00:00',
  '2026-11-09 23:59:59.000Z',
  '09-Nov-2026',
  '9 November 26',
  'Nov 9, 2026',
  'Monday, Nov. 9th 2026',
  'Nov 9, 2026 12:00 AM',
])('a day is read however it is written: %s', text => {
  expect(readWrittenDay(text)).toEqual({ month: '2026-11-09', day: '2026-11-09' })
})

test('a day that could be two is both, one that can’t is one, and what doesn’t exist is none', () => {
  expect(readWrittenDay('03/04/26')).toEqual({ month: '2026-03-04', day: '2026-04-03' })
  expect(readWrittenDay('11/9/2026 12:00:00 AM')).toEqual({ month: '2026-11-09', day: '2026-09-11' })
  expect(readWrittenDay('13.11.2026')).toEqual({ day: '2026-11-13' })
  expect(['2/30/2026', '2026-02-29', '46335', 'someday', '11/09-2026'].map(readWrittenDay)).toEqual([
    {},
    {},
    {},
    {},
    {},
  ])
})

test.each([
  ['debit-zero', { cents: [123450, -7725, 5500] }],
  ['same-transaction-id', { cents: [-183333, -186849] }],
  ['type-column', { cents: [-100001, 100002] }],
  ['quoted-newline', { cents: [-3001, -3002] }],
  ['unclosed-quote', { cents: [-102, -103, -104, -105], unread: [2] }],
  ['cr-only', { cents: [-302] }],
  ['post-date', { cents: [-303] }],
  ['windows-1252', { cents: [-305] }],
])('the bank’s list %s is read', (name, expected) => {
  expect(read(fixture(name))).toEqual(expected)
})

test.each([
  ['parentheses', { cents: [-2001, -2002, -2003, -102004, -2005, -2006, 2007, -2008] }],
  ['preamble', { cents: [-4001] }],
  ['chase-trailing-comma', { cents: [-6001, 6002] }],
  ['two-digit-year', { cents: [-5001, -5002, -5003, -5004, -5005, -5006, -5007, -5008] }],
])('a list whose days could be two is asked about, and read once that is said: %s', (name, expected) => {
  expect(() => readBankList(fixture(name))).toThrow(/could be (?:Nov|Oct) \d+, 2026 or/)
  expect(read(fixture(name), { requested: 'month' })).toEqual(expected)
  const { lines, remarks } = readBankList(fixture(name), { before: 'month' })
  expect(lines).toHaveLength(expected.cents.length)
  expect(remarks[0]?.why).toMatch(/since the month comes first in an earlier list/)
})

test.each<[string, string, object]>([
  ['sep= and decimal commas', list('sep=;', 'Date;Text;Amount', '2026-11-02;A, B;-1.234,56'), { cents: [-123456] }],
  ['bars', list('Date|Memo|Amount', '2026-11-02|x|12.00 DR'), { cents: [-1200] }],
  ['tabs', list('Date\tMemo\tAmount', '2026-11-02\tx, y\t-1,200.00'), { cents: [-120000] }],
  ['an empty heading', list('Date,,Amount', '2026-11-02,PAID,-5'), { cents: [-500] }],
  [
    'a heading twice',
    list('Date,Amount,Amount,Memo', '2026-11-02,5,6,x', '2026-11-02,7,7,x'),
    { cents: [700], unread: [2] },
  ],
  [
    'totals, the heading again, zeros, balances',
    list(
      ...[
        'Date,Memo,Amount',
        '2026-11-02,A,-5',
        'Date,Memo,Amount',
        '2026-11-03,B,0.00',
        'Total,,-5',
        ',,',
        'End of file',
      ],
      ...['2026-11-30,Ending balance,100.00', 'Nov,C,-1'],
    ),
    { cents: [-500], skipped: [3, 4, 5, 7, 8], unread: [9] },
  ],
  [
    'a D/C column',
    list('Date,Memo,Amount,D/C', '2026-11-02,A,5,D', '2026-11-02,B,7,C', '2026-11-02,E,9,'),
    { cents: [-500, 700], unread: [4] },
  ],
  [
    'signs beside a type',
    list('Date,Memo,Amount,Type', '2026-11-02,A,-5,DEBIT', '2026-11-02,B,7,CREDIT'),
    { cents: [-500, 700] },
  ],
  [
    'debits with a minus',
    list('Date,Memo,Debit,Credit', '2026-11-02,A,-5.00,0', '2026-11-02,B,,7'),
    { cents: [-500, 700] },
  ],
  [
    'a minus among debits',
    list('Date,Memo,Debit,Credit', '2026-11-02,A,5.00,', '2026-11-02,B,-6,'),
    { cents: [-500], unread: [3] },
  ],
  [
    'both columns',
    list('Date,Memo,Debit,Credit', '2026-11-02,A,5.00,6.00', '2026-11-02,B,,7'),
    { cents: [700], unread: [2] },
  ],
  [
    'a comma too many',
    list('Date,Memo,Amount', '2026-11-02,A,1,234.50', '2026-11-02,B,7'),
    { cents: [700], unread: [2] },
  ],
  [
    'quotation marks',
    list(
      'Date,Memo,Amount',
      '2026-11-02,"A ""B"" C",1',
      '2026-11-02,5" PIPE,2',
      '2026-11-04,"A, B, C',
      'D, E",3',
      '2026-11-05,"Skip" J,4',
    ),
    { cents: [100, 200, 300, 400] },
  ],
  [
    'a mark that a later row closes',
    list('Date,Memo,Amount', '2026-11-02,"A,1', '2026-11-02,B,2', '2026-11-02,C",3'),
    { cents: [200, 300], unread: [2] },
  ],
])('a list with %s is read', (_, text, expected) => {
  expect(read(text)).toEqual(expected)
})

test('a list that isn’t one says which headings it has and which are missing', () => {
  expect(() => readBankList('When,What,How much\n2026-11-02,a,5')).toThrow(/“When”, “What”, “How much”/)
  expect(() => readBankList('Date,Memo,Amount\nsomeday,a,5')).toThrow(/Line 2: “someday” isn’t a day/)
})

test('marks left open in every line keep nobody waiting', () => {
  const open = Array.from({ length: 5000 }, (_, n) => `2026-11-02,"open ${n},-${n + 1}`)
  expect(() => readBankList(list('Date,Memo,Amount', ...open))).toThrow(/Line 2: It opens a quotation mark/)
})

const sgml = (transactions: string) => `OFXHEADER:100
DATA:OFXSGML
CHARSET:1252

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><LANGUAGE>ENG<INTU.BID>3000</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>2<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
${transactions}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

test('OFX is read in both of its forms: with one number twice, empty fields and entities', () => {
  const one =
    '<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261109120000[-5:EST]<TRNAMT>-1833.33<FITID>7<CHECKNUM>\n<NAME>PEÑA & SONS "X"<MEMO>\n</STMTTRN>'
  const two = '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261110<TRNAMT>+12.50<FITID>7<NAME>A &amp; B<MEMO>c &#233;</STMTTRN>'
  const bytes = Buffer.from(sgml(`${one}\n${two}`), 'latin1')
  const { lines } = readBankList(decodeText(bytes))
  expect(lines).toMatchObject([
    { line: 8, day: '2026-11-09', cents: -183333n, description: 'PEÑA & SONS "X"', reference: 'PEÑA & SONS "X"' },
    { line: 11, day: '2026-11-10', cents: 1250n, description: 'A & B c é' },
  ])
  const xml = `<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST><STMTTRN>
    <TRNTYPE>CHECK</TRNTYPE><DTPOSTED>20261109</DTPOSTED><TRNAMT>-5.00</TRNAMT><FITID>1</FITID><CHECKNUM>101</CHECKNUM><MEMO/>
    </STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
  expect(readBankList(xml).lines).toMatchObject([{ line: 3, cents: -500n, reference: '101' }])
  expect(() => readBankList(sgml(one).slice(0, -60))).toThrow(/may be cut off/)
  const other = sgml(one).slice(sgml(one).indexOf('<BANKMSGSRSV1>'))
  expect(() => readBankList(sgml(one).replace('</OFX>', other))).toThrow(/more than one account/)
})

test('a file with tags that would keep the parser busy is answered', () => {
  const tags = Array.from({ length: 200 }, () => `<${'A'.repeat(40)}>x`).join('')
  expect(() => readBankList(sgml(tags))).toThrow()
})

const facts: RegisterFacts = {
  today: '2026-11-22',
  newFrom: '2026-08-24',
  defaultOffering: 'Notes',
  takenNumbers: new Set(),
  holders: new Map(),
  numbersByName: new Map([['old pena trust', 'H-0001']]),
  members: new Map([['elena.marsh@example.com', 'p1']]),
}

test('holders of an import are told apart without regard to case, spaces, accents and how letters are composed', () => {
  const holdersOf = (name: string) => [...planImport(readNoteFile(fixture(name)), facts).newHolders.values()]
  expect(holdersOf('notes-windows-1252')).toMatchObject([{ name: 'José Peña', notes: [expect.any(String)] }])
  expect(holdersOf('notes-names').map(({ name, notes }) => [name, notes.length])).toEqual([
    ['Trail Space', 2],
    ['José Decomposed', 2],
  ])
  expect(holdersOf('notes-nickname').map(({ name, alsoWritten }) => [name, alsoWritten])).toEqual([
    ['"Skip" Johnson', []],
    ['Dana Whitcomb', ['DANA WHITCOMB']],
  ])
  const known = fixture('notes-windows-1252').replace('José Peña', 'OLD PEÑA  TRUST')
  expect(planImport(readNoteFile(known), facts).problems[0]?.problem).toMatch(/in the register as H-0001/)
  const damaged = fixture('notes-windows-1252').replace('José', 'Jos\uFFFD')
  expect(readNoteFile(damaged).problems).toMatchObject([{ line: 2, column: 'holder_name' }])
})

test('a day of an import that could be two is asked about, unless another day of the file decides', () => {
  const file = (...days: string[]) =>
    list(
      'record,note,holder_name,holder_kind,holder_state,member_email,principal,rate_percent,term_months,payout,day_count,issue_date',
      ...days.map(
        (day, n) => `note,AB-000${n},A,individual,TX,elena.marsh@example.com,200000,11,12,monthly,30/360,${day}`,
      ),
    )
  expect(readNoteFile(file('03/04/26')).problems[0]?.problem).toBe(
    '“03/04/26” could be Mar 4, 2026 or Apr 3, 2026. Write it as 2026-03-04 or 2026-04-03.',
  )
  const issued = (...days: string[]) => readNoteFile(file(...days)).notes.map(({ terms }) => terms.issueDate)
  expect(issued('03/04/26', '03/14/26')).toEqual(['2026-03-04', '2026-03-14'])
  expect(issued('03.04.2026', '14.03.2026')).toEqual(['2026-04-03', '2026-03-14'])
  // The majority of days decides, and the others are reported.
  expect(readNoteFile(file('03/14/26', '03/15/26', '15/10/2026')).problems).toMatchObject([{ line: 4 }])
})

test('text is compared without regard to case, accents, dashes and spaces, and stored composed', () => {
  expect(['JOSÉ', 'Jose\u0301', 'Søren  Łukasz', 'WEIß', 'Æsir', 'H‑0010', 'O’Brien'].map(folded)).toEqual([
    ...['jose', 'jose', 'soren lukasz', 'weiss', 'aesir', 'h-0010', "o'brien"],
  ])
  expect(oneLine('  Jose\u0301\u00a0 Pen\u0303a ')).toBe('José Peña')
})

test.each(shapeNames)('a file as a bank exports it says what moved on the account, and nothing else: %s', shape => {
  const moved: Moved[] = [
    { day: '2025-11-03', cents: 200_000_00n, kind: 'wire', payee: 'Elena Marsh' },
    { day: '2025-11-14', cents: -1_833_33n, kind: 'ach', payee: 'Alder & Sons, LLC', note: 'LK-2025-0101' },
    { day: '2025-11-14', cents: -1_833_33n, kind: 'ach', payee: 'Alder & Sons, LLC', note: 'LK-2025-0102' },
    { day: '2025-11-17', cents: 1_833_33n, kind: 'return', payee: 'Alder & Sons, LLC', note: 'LK-2025-0102' },
    { day: '2025-11-28', cents: -25_00n, kind: 'fee', payee: '' },
    { day: '2025-11-28', cents: 412_50n, kind: 'interest', payee: '' },
  ]
  const { content, noise } = bankShapes[shape]({ opening: 48_200_00n, moved })
  const { lines, skipped, unread, remarks } = readBankList(content, { before: 'month' })
  const sorted = lines.toSorted((one, other) => (one.day < other.day ? -1 : 1))
  const line = ({ day, cents }: { day: string; cents: bigint }) => `${day} ${cents}`
  expect(sorted.map(line).toSorted()).toEqual(moved.map(line).toSorted())
  expect([skipped.length, unread, remarks]).toEqual([noise, [], []])
  expect(new Set(lines.map(({ key }) => key)).size).toBe(moved.length)
  // The payee and the note are in the text, wherever the bank puts them.
  const texts = lines.map(({ description }) => description.replaceAll('-', '')).join('\n')
  expect(texts).toMatch(/elena marsh/i)
  expect(texts.match(/LK20250102/g)).toHaveLength(2)
  expect(texts).toMatch(/service fee/i)
})

test('a line without a balance is pending only after the last day that has one', () => {
  const head = 'Date,Description,Amount,Balance'
  const posted = ['11/13/2026,A,-1.00,', '11/13/2026,B,-2.00,97.00', '11/14/2026,C,-3.00,']
  expect(read(list(head, ...posted))).toEqual({ cents: [-100, -200], skipped: [4] })
  expect(read(list(head, ...posted.slice(0, 2)))).toEqual({ cents: [-100, -200] })
  expect(read(list(head, '11/13/2026,A,-1.00,'))).toEqual({ cents: [-100] })
})

test.each([
  ['two columns of amounts', '11/13/2026,-1.00,99.00,PAID'],
  ['two columns of days', '11/13/2026,11/13/2026,-1.00,PAID'],
  ['a heading in other words', 'Wann,Wieviel,Was\n11/13/2026,-1.00,PAID'],
])('columns without a heading aren’t guessed: %s', (_, text) => {
  expect(() => readBankList(text)).toThrow(/has no columns for/)
})
