import { fund } from '../../../content/fund.ts'
import { letterhead } from '../../../content/letterhead.ts'
import { formatDay } from '../../../rules/days.ts'
import { formatCents, formatRate, sumCents } from '../../../rules/money.ts'
import type { Block, PdfContent, Row } from '../../../server/pdf/pdf-content.ts'
import type { Movement, Owed } from '../../ledger/server/holder-books.ts'
import { ledgerKinds } from '../../notes/note-records.ts'
import type { HeldNote } from '../../notes/server/notes-held.ts'
import { activityOf, type StatementContent } from './statement-content.ts'

/** Never divided between two lines. */
const phone = fund.phone.replaceAll(' ', '\u00a0')

/** @returns a statement, or a letter to a custodian, as it is printed */
export function toPdfContent(content: StatementContent): PdfContent {
  return content.kind === 'statement' ? statementPdf(content) : letterPdf(content)
}

function statementPdf(content: StatementContent): PdfContent {
  const { start, end, books, notes, corrects } = content
  const activity = activityOf(books)
  const late = sumCents(notes.map(({ lateInterest }) => lateInterest))
  const blocks: Block[] = [
    ...correctionBlocks(corrects),
    {
      kind: 'figures',
      title: 'At a glance',
      figures: [
        { label: `Principal on ${formatDay(end)}`, value: amount(books.closing.principal) },
        { label: `Interest paid to you in ${end.slice(0, 4)}`, value: amount(books.paidThisYear) },
        ...(books.withheldThisYear !== 0n
          ? [{ label: `Of it, withheld for tax in ${end.slice(0, 4)}`, value: amount(books.withheldThisYear) }]
          : []),
        { label: 'Accrued, not yet due', value: amount(sumCents(notes.map(({ accrued }) => accrued))) },
        ...(late > 0n ? [{ label: 'Interest on late principal', value: amount(late) }] : []),
      ],
    },
    { kind: 'heading', text: 'What the fund owes you' },
    balanceTable(content, activity),
    ...(books.closing.interest < 0n
      ? [small('Interest with a minus was paid ahead of its day. On that day it falls due, and both cancel out.')]
      : []),
    { kind: 'heading', text: 'Activity' },
    activityTable(content),
    ...(notes.length > 0
      ? [{ kind: 'heading', text: `Notes you hold on ${formatDay(end)}` } as const, notesTable(notes, end)]
      : []),
    ...notes.flatMap(note => overdueBlocks(note, end)),
    small(
      'Interest accrues every day and is owed from its due date on; accrued interest is not part of the balances above. ' +
        'A payment is shown on the day it was made, once the fund has recorded it. ' +
        `If anything doesn’t match your records, please tell us within 30 days: ${fund.emails.investors}, ${phone}.`,
    ),
  ]
  return {
    ...frame(content),
    heading: { text: 'Statement', below: `${formatDay(start)} to ${formatDay(end)}` },
    blocks,
  }
}

function letterPdf(content: StatementContent): PdfContent {
  const { end, notes, corrects, holder } = content
  const account = holder.custodianAccountLast4
  const facts = account ? [{ label: 'Your account', value: `ending in ${account}` }] : []
  const interest = notes.map(({ unpaid, accrued, lateInterest }) => unpaid + accrued + lateInterest)
  const value = notes.map(({ principal }, i) => principal + (interest[i] ?? 0n))
  const rows: Row[] = notes.map((note, i) => ({
    cells: [
      note.number,
      `${formatRate(note.rateBp)}, ${hasMatured(note.maturity, end) ? 'matured' : 'matures'} ${formatDay(note.maturity)}`,
      plain(note.principal),
      plain(interest[i] ?? 0n),
      plain(value[i] ?? 0n),
    ],
  }))
  const sums = [notes.map(note => note.principal), interest, value]
  const blocks: Block[] = [
    ...correctionBlocks(corrects),
    {
      kind: 'paragraph',
      text: `This is the fair value, as of ${formatDay(end)}, of the promissory notes of ${fund.name} held by ${holder.name}. The fund values a note at its principal plus the interest that has accrued on it and has not been paid.`,
    },
    {
      kind: 'table',
      title: 'Fair value',
      columns: [
        { label: 'Note', share: 2 },
        { label: 'Terms', share: 3, wraps: true },
        { label: 'Principal', share: 2, align: 'right' },
        { label: 'Accrued interest', share: 2, align: 'right' },
        { label: 'Fair value', share: 2, align: 'right' },
      ],
      rows: [...rows, { isTotal: true, cells: ['Total', '', ...sums.map(sum => amount(sumCents(sum)))] }],
    },
    small(`Questions about this letter: ${fund.emails.investors}, ${phone}.`),
  ]
  return { ...frame(content, facts), heading: { text: 'Year-end valuation', below: `as of ${formatDay(end)}` }, blocks }
}

function frame({ number, kind, holder, issued }: StatementContent, facts: PdfContent['facts'] = []) {
  const isLetter = kind === 'custodian_letter'
  return {
    language: fund.language,
    title: `${isLetter ? 'Valuation' : 'Statement'} ${number}`,
    subject: isLetter ? 'Fair value of promissory notes at the year’s end' : 'Statement of promissory notes',
    letterhead,
    addressee:
      isLetter && holder.custodian ? [holder.custodian, `For ${holder.name}`] : [holder.name, ...holder.addressLines],
    facts: [
      { label: isLetter ? 'Letter' : 'Statement', value: number },
      { label: 'Holder', value: holder.number },
      ...facts,
      { label: 'Issued', value: formatDay(issued) },
    ],
    dated: new Date(`${issued}T12:00:00Z`),
  }
}

function correctionBlocks(corrects: StatementContent['corrects']): Block[] {
  if (!corrects) return []
  const text = `This corrects and replaces ${corrects.number}. ${corrects.reason} It includes what was recorded later about this period; later statements list that again.`
  return [{ kind: 'paragraph', text }]
}

function balanceTable({ start, end, books: { opening, closing } }: StatementContent, activity: Owed): Block {
  const row = (label: string, of: (owed: Owed) => bigint, isTotal = false): Row => ({
    cells: [label, amount(of(opening)), signed(of(activity)), amount(of(closing))],
    isTotal,
  })
  return {
    kind: 'table',
    title: 'Opening, activity and closing',
    columns: [
      { label: 'Owed to you', share: 3, wraps: true },
      { label: `Opening, start of ${formatDay(start)}`, share: 2.4, align: 'right' },
      { label: 'Activity', share: 2, align: 'right' },
      { label: `Closing, end of ${formatDay(end)}`, share: 2.4, align: 'right' },
    ],
    rows: [
      row('Principal', ({ principal }) => principal),
      row('Interest due and unpaid', ({ interest }) => interest),
      row('Total', ({ principal, interest }) => principal + interest, true),
    ],
  }
}

function activityTable({ start, end, books: { opening, closing, movements } }: StatementContent): Block {
  const total = ({ principal, interest }: Owed) => principal + interest
  let running = total(opening)
  const rows = movements.map((movement): Row => {
    running += total(movement)
    const { principal, interest, note, bookedOn } = movement
    const change = (cents: bigint) => (cents === 0n ? '' : signed(cents))
    return {
      cells: [formatDay(bookedOn), note, inWords(movement), change(interest), change(principal), plain(running)],
    }
  })
  return {
    kind: 'table',
    title: 'Activity',
    columns: [
      { label: 'Date', share: 1 },
      { label: 'Note', share: 1 },
      { label: 'What happened', share: 4, wraps: true },
      { label: 'Interest', share: 1, align: 'right' },
      { label: 'Principal', share: 1, align: 'right' },
      { label: 'Owed to you', share: 1, align: 'right' },
    ],
    rows: [
      { cells: [formatDay(start), '', 'Opening balance', '', '', amount(total(opening))], isTotal: true },
      ...rows,
      { cells: [formatDay(end), '', 'Closing balance', '', '', amount(total(closing))], isTotal: true },
    ],
  }
}

/** @returns what an entry did, such as 'Interest paid on Jan 15, 2027 (WIRE 88)' */
export function inWords({ kind, reversedKind, relatesTo, bookedOn, reference, withheld }: Movement): string {
  const what =
    (kind === 'reversal' || kind === 'restated') && reversedKind
      ? `${ledgerKinds[kind]}: ${ledgerKinds[reversedKind].toLowerCase()}`
      : ledgerKinds[kind]
  const day = relatesTo === bookedOn ? '' : ` on ${formatDay(relatesTo)}`
  const cents = withheld < 0n ? -withheld : withheld
  const tax = cents === 0n ? '' : `, with ${amount(cents)} withheld for tax`
  return `${what}${day}${reference ? ` (${reference})` : ''}${tax}`
}

function notesTable(notes: readonly HeldNote[], end: string): Block {
  const rows = notes.map(
    (note): Row => ({
      cells: [
        note.number,
        formatRate(note.rateBp),
        formatDay(note.maturity),
        plain(note.principal),
        plain(note.accrued),
        comingInWords(note, end),
      ],
    }),
  )
  const sums = [notes.map(note => note.principal), notes.map(note => note.accrued)].map(sum => amount(sumCents(sum)))
  return {
    kind: 'table',
    title: 'Notes held',
    columns: [
      { label: 'Note', share: 2.2 },
      { label: 'Rate', share: 1.2 },
      { label: 'Matures', share: 2, wraps: true },
      { label: 'Principal', share: 2.4, align: 'right' },
      { label: 'Accrued', share: 2, align: 'right' },
      { label: 'Next payment', share: 3.4, align: 'right' },
    ],
    rows: [...rows, { cells: ['Total', '', '', ...sums, ''], isTotal: true }],
  }
}

/** @returns a statement's sentences about a note with late principal */
function overdueBlocks({ number, overdue, unpaid, lateInterest }: HeldNote, end: string): Block[] {
  if (!overdue) return []
  const interest = [
    ...(unpaid > 0n ? [`Interest of ${amount(unpaid)} that fell due on it is unpaid, too.`] : []),
    `Until it is paid, the principal bears interest: ${amount(lateInterest)} up to ${formatDay(end)}, that day not included.`,
  ]
  const text = `The principal of ${number} is late: ${amount(overdue.cents)} was due on ${formatDay(overdue.since)} and has not been paid. ${interest.join(' ')}`
  return [{ kind: 'paragraph', text }]
}

/** @returns the next payment of a note; for one that has matured, or continues elsewhere, the unpaid amount due */
function comingInWords({ next, maturity, principal, unpaid }: HeldNote, end: string): string {
  if (next) return `${formatDay(next.pay)}: ${amount(next.cents)}`
  return `${hasMatured(maturity, end) ? 'Matured, due' : 'Still due'}: ${amount(principal + unpaid)}`
}

const hasMatured = (maturity: string, end: string) => maturity <= end

function small(text: string): Block {
  return { kind: 'paragraph', text, isSmall: true }
}

function amount(cents: bigint): string {
  return formatCents(cents, true)
}

/** @returns an amount without the dollar sign, for a column that has it in its sums */
function plain(cents: bigint): string {
  return formatCents(cents, true).replace('$', '')
}

/** @returns a change, such as '+1,833.33' */
function signed(cents: bigint): string {
  return cents > 0n ? `+${plain(cents)}` : plain(cents)
}
