import { expect, test } from 'vitest'
import { formatCents } from '../../../rules/money.ts'
import { readFonts } from '../../../server/pdf/fonts.ts'
import { missingLetters, runsOf } from '../../../server/pdf/glyph-runs.ts'
import { renderPdf } from '../../../server/pdf/render-pdf.ts'
import { someOf } from '../../../tests/helpers/lane.ts'
import { oracleNotes, oracleRows } from '../../../tests/helpers/note-oracle.ts'
import { simplePdf } from '../../../tests/helpers/pdf.ts'
import { accessibilityProblems, checkPdf, spokenText, textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import type { Movement, Owed } from '../../ledger/server/holder-books.ts'
import { accruedOn } from '../../notes/accrual.ts'
import { type NoteTerms, scheduleOf } from '../../notes/schedule.ts'
import type { HeldNote } from '../../notes/server/notes-held.ts'
import { contentProblem, type StatementContent } from '../server/statement-content.ts'
import { csvOf } from '../server/statement-csv.ts'
import { toPdfContent } from '../server/statement-document.ts'
import { lastPeriod, preparedOn } from '../statement-periods.ts'

const fonts = readFonts()

/** A statement over the whole life of a note with every payment due and none made. */
function contentOf(note: NoteTerms): StatementContent {
  const lines = scheduleOf(note)
  const movement = { reversedKind: null, note: 'LK-2026-0001', reference: null, withheld: 0n }
  const funds: Movement = {
    ...movement,
    kind: 'funds',
    bookedOn: note.issueDate,
    relatesTo: note.issueDate,
    principal: note.principalCents,
    interest: 0n,
  }
  const dues = lines.map(
    ({ due, interestCents }): Movement => ({
      ...movement,
      kind: 'interest_due',
      bookedOn: due,
      relatesTo: due,
      principal: 0n,
      interest: interestCents,
    }),
  )
  const interest = lines.reduce((sum, line) => sum + line.interestCents, 0n)
  const end = lines.at(-1)?.due ?? ''
  return {
    number: 'S-000001',
    kind: 'statement',
    holder: {
      number: 'H-0001',
      name: 'Zoë Őry-Nguyễn & Sons, LLC',
      addressLines: ['1 Congress Avenue', 'Austin, TX 78701'],
      custodian: null,
      custodianAccountLast4: null,
    },
    start: note.issueDate,
    end,
    issued: end,
    corrects: undefined,
    books: {
      opening: { principal: 0n, interest: 0n },
      closing: { principal: note.principalCents, interest },
      movements: [funds, ...dues],
      paidThisYear: 0n,
      withheldThisYear: 0n,
    },
    notes: [
      {
        number: 'LK-2026-0001',
        offering: 'Promissory Notes',
        rateBp: note.rateBp,
        maturity: end,
        principal: note.principalCents,
        unpaid: interest,
        accrued: accruedOn(note, end),
        lateInterest: 0n,
        overdue: undefined,
        next: undefined,
      },
    ],
  }
}

test.each(someOf(oracleRows.slice(0, 3), oracleRows))(
  'row %i of the oracle, read back from the statement',
  async (row, payments, total) => {
    const content = contentOf(oracleNotes[row])
    expect(contentProblem(content)).toBeUndefined()
    const pdf = await renderPdf(toPdfContent(content), fonts)
    const text = textOfPdf(pdf)
    const printed = text.split('\n').flatMap(line => /Interest due\s+\+([\d,.]+)/.exec(line)?.[1] ?? [])
    expect(printed).toEqual(payments.trim().split(' '))
    expect(text).toMatch(
      new RegExp(
        `Interest due and unpaid\\s+\\$0\\.00\\s+\\+${total.replaceAll('.', '\\.')}\\s+\\$${total.replaceAll('.', '\\.')}`,
      ),
    )
  },
)

test('a note that has matured and is unpaid says so, and what is owed, on the statement and in the letter', async () => {
  const content = contentOf(oracleNotes[1])
  const [note] = content.notes
  const owed = formatCents((note?.principal ?? 0n) + (note?.unpaid ?? 0n), true)
  const textOf = async (kind: StatementContent['kind']) =>
    textOfPdf(await renderPdf(toPdfContent({ ...content, kind }), fonts)).replace(/\s+/g, ' ')
  expect(await textOf('statement')).toContain(`Matured, due: ${owed}`)
  expect(await textOf('statement')).not.toContain('is late')
  // Two months later, with interest on the principal since.
  const late = { ...note, overdue: { since: '2027-12-15', cents: 200_000_00n }, lateInterest: 3_676_71n } as HeldNote
  const words = toPdfContent({ ...content, end: '2028-02-14', notes: [late] }).blocks
  expect(words).toContainEqual({
    kind: 'paragraph',
    text: `The principal of LK-2026-0001 is late: $200,000.00 was due on Dec 15, 2027 and has not been paid. Interest of ${formatCents(late.unpaid, true)} that fell due on it is unpaid, too. Until it is paid, the principal bears interest: $3,676.71 up to Feb 14, 2028, that day not included.`,
  })
  expect(await textOf('custodian_letter')).toMatch(/11\s?%, matured/)
})

test('interest that was paid ahead of its day is explained', () => {
  const content = contentOf(oracleNotes[1])
  const closing = { ...content.books.closing, interest: -1_833_33n }
  const words = JSON.stringify(toPdfContent({ ...content, books: { ...content.books, closing } }).blocks, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  expect(words).toContain('was paid ahead of its day')
  expect(JSON.stringify(toPdfContent(content).blocks)).not.toContain('was paid ahead of its day')
})

test('a statement is a sound PDF that everyone can read, with the fonts in it, and the same each time', async () => {
  const content = contentOf(oracleNotes[12])
  const [pdf, again] = await Promise.all([
    renderPdf(toPdfContent(content), fonts),
    renderPdf(toPdfContent(content), fonts),
  ])
  checkPdf(pdf)
  expect(accessibilityProblems(pdf)).toEqual([])
  expect(accessibilityProblems(simplePdf(['Nothing is tagged']))).not.toEqual([])
  expect(pdf.equals(again)).toBe(true)
  expect(textOfPdf(pdf)).toContain('Zoë Őry-Nguyễn & Sons, LLC')
  expect(textOfPdf(pdf)).toContain('Page 2 of 2')
  expect(spokenText(pdf)).toContain('& Sons, LLC 1 Congress Avenue Austin, TX 78701')
})

/** A quarter with two notes and six lines of activity, for a holder with a long name. */
function quarterOf({ principal, interest }: Owed): StatementContent {
  const { holder, notes, ...content } = contentOf(oracleNotes[1])
  const name = 'Summit Trust Company FBO Paul Okafor IRA, account ending 1234'
  const due: Movement = {
    kind: 'interest_due',
    reversedKind: null,
    note: 'LK-2026-0001',
    bookedOn: '2026-09-15',
    relatesTo: '2026-08-15',
    reference: null,
    withheld: 0n,
    principal: 0n,
    interest,
  }
  const paid: Movement = { ...due, kind: 'payment', relatesTo: due.bookedOn, reference: 'WIRE 77', interest: -interest }
  const owed = { principal, interest: 0n }
  const books = {
    opening: owed,
    closing: owed,
    movements: [due, paid, due, paid, due, paid],
    paidThisYear: 0n,
    withheldThisYear: 0n,
  }
  const held = [...notes, ...notes].map((note, i) => ({
    ...note,
    principal: i === 0 ? principal : 0n,
    overdue: undefined,
    next: { pay: '2026-10-15', cents: interest },
  }))
  return { ...content, holder: { ...holder, name }, books, notes: held }
}

test('an ordinary quarter is one page, and no figure is ever divided', async () => {
  const pdf = await renderPdf(toPdfContent(quarterOf({ principal: 5_000_000_00n, interest: 57_291_67n })), fonts)
  expect(accessibilityProblems(pdf)).toEqual([])
  const text = textOfPdf(pdf)
  expect(text).toContain('Page 1 of 1')
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Summit Trust Company FBO Paul Okafor IRA, account')
  const largest = quarterOf({ principal: 987_654_321_00n, interest: 98_765_432_10n })
  const wide = textOfPdf(await renderPdf(toPdfContent(largest), fonts))
  expect(wide.match(/Interest due on Aug 15, 2026 +\+98,765,432\.10 +1,086,419,753\.10/g)).toHaveLength(3)
  expect(wide).toMatch(/Oct 15, 2026: \$98,765,432\.10/)
})

test('a table over several pages repeats its heads, and its balance does not stand alone', async () => {
  const content = contentOf(oracleNotes[1])
  const [funds, due] = content.books.movements
  if (!funds || !due) throw new Error('a note has funds and interest')
  for (let lines = 16; lines < 30; lines++) {
    const movements = [funds, ...Array<Movement>(lines).fill(due)]
    const books = { ...content.books, movements }
    const pages = textOfPdf(await renderPdf(toPdfContent({ ...content, books }), fonts)).split('\f')
    const last = pages.find(page => page.includes('Closing balance')) ?? ''
    expect(last).toMatch(/Date +Note +What happened[\s\S]+Interest due\b[\s\S]+Closing balance/)
  }
})

test('a letter says what the notes are worth', async () => {
  const { books, ...content } = contentOf(oracleNotes[1])
  const custodian = { ...content.holder, custodian: 'Lone Star Trust Company', custodianAccountLast4: '1234' }
  const [note] = content.notes
  const held = note ? [{ ...note, unpaid: 0n, accrued: 977_78n }] : []
  const letter: StatementContent = { ...content, books, kind: 'custodian_letter', holder: custodian, notes: held }
  const pdf = await renderPdf(toPdfContent(letter), fonts)
  expect(accessibilityProblems(pdf)).toEqual([])
  const text = textOfPdf(pdf)
  expect(text).toMatch(/200,000\.00\s+977\.78\s+200,977\.78/)
  expect(text).toContain('ending in 1234')
  expect(csvOf(letter).toString()).toContain('"LK-2026-0001",200000,977.78,200977.78')
})

test('what does not add up is not filed', () => {
  const content = contentOf(oracleNotes[1])
  const { books } = content
  const wrong = (change: Partial<typeof books>) => contentProblem({ ...content, books: { ...books, ...change } })
  expect(wrong({ closing: { ...books.closing, interest: 1n } })).toContain('interest')
  expect(wrong({ opening: { principal: 1n, interest: 0n } })).toContain('principal')
  expect(wrong({ movements: books.movements.slice(1) })).toContain('principal')
  expect(contentProblem(content, { principal: 0n, interest: 5n })).toContain('statement before')
})

test('the lines of a statement as CSV add up to its closing balance', () => {
  const content = contentOf(oracleNotes[3])
  const rows = csvOf(content)
    .toString()
    .trim()
    .split('\r\n')
    .slice(1)
    .map(line => line.split(','))
  const sum = (column: number) =>
    rows.reduce((total, row) => total + Math.round(Number(row[column]?.replaceAll('"', '')) * 100), 0)
  expect(formatCents(BigInt(sum(6)))).toBe('$97,565')
  expect(rows.at(-1)?.slice(-2)).toEqual(['97565', '375250'])
})

test('periods of the calendar, and the first business day after them', () => {
  expect(lastPeriod('monthly', '2027-01-01')).toEqual({ start: '2026-12-01', end: '2026-12-31' })
  expect(lastPeriod('quarterly', '2026-11-23')).toEqual({ start: '2026-07-01', end: '2026-09-30' })
  expect(lastPeriod('annual', '2026-12-31')).toEqual({ start: '2025-01-01', end: '2025-12-31' })
  expect(lastPeriod('monthly', '2028-03-31')).toEqual({ start: '2028-02-01', end: '2028-02-29' })
  expect(preparedOn({ start: '2026-12-01', end: '2026-12-31' })).toBe('2027-01-04')
  expect(preparedOn({ start: '2027-01-01', end: '2027-01-31' })).toBe('2027-02-01')
})

test.each(['text', 'text-strong', 'display'] as const)('each letter is set in a file that has it: %s', face => {
  const spans = [
    [0x21, 0x180],
    [0x1a0, 0x1a2],
    [0x1af, 0x1b1],
    [0x1ea0, 0x1efa],
    [0x370, 0x700],
    [0x200c, 0x2213],
  ] as const
  const missing = spans
    .flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => String.fromCodePoint(from + i)))
    .flatMap(letter => runsOf(letter, face))
    .filter(run => [...run.text].some(letter => !fonts[run.face].hasGlyphForCodePoint(letter.codePointAt(0) as number)))
  expect(missing).toEqual([])
})

test('letters that no font has lose their accents, or become a question mark', () => {
  expect(runsOf('Ő', 'text-strong')).toEqual([{ face: 'text-strong-more', text: 'Ő' }])
  // A Vietnamese name is set unchanged, in a single face.
  expect(runsOf('Nguyễn', 'text')).toEqual([
    { face: 'display', text: 'Nguy' },
    { face: 'display-more', text: 'ễ' },
    { face: 'display', text: 'n' },
  ])
  // References may lose letters; names may not.
  expect(runsOf('ḍ 李\u0007', 'text')).toEqual([{ face: 'text', text: 'd ?' }])
  expect(missingLetters('Nguyễn Thị Ő’Neil – 李 李')).toEqual(['李'])
})

test('names in other scripts are set in their order, and joined', () => {
  expect(missingLetters('Γεώργιος Іван دانيال می\u200cخواهم שָׁלוֹם')).toEqual([])
  expect(runsOf('Γεώ 1', 'text')).toEqual([
    { face: 'greek', text: 'Γεώ' },
    { face: 'text', text: ' 1' },
  ])
  // From left to right, as it is drawn: the first name is at the right, figures run as always, and brackets are mirrored.
  expect(runsOf('(علي) محمد 12 ١٢', 'text').map(run => run.text)).toEqual([
    '١',
    '٢',
    ' ',
    '12',
    ' ',
    'محمد',
    ' (',
    'علي',
    ')',
  ])
  // The font joins the letters: four of them take other shapes than alone.
  const shapes = (text: string) => fonts.arabic.layout(text).glyphs.map(glyph => glyph.id)
  expect(shapes('محمد')).not.toEqual([...'محمد'].reverse().flatMap(shapes))
  // Marks that turn a text around, or that no one sees, are no letters.
  expect(missingLetters('Jane\u200cDoe')).toEqual(['\u200c'])
  expect(missingLetters('Doe\u202e\u061c')).toEqual(['\u202e', '\u061c'])
})
