import { randomUUID } from 'node:crypto'
import { maturityOf, type NoteTerms, type ScheduleLine, scheduleOf } from '../../app/notes/schedule.ts'
import { noteSettings } from '../../content/notes.ts'
import { adjust } from '../../rules/business-days.ts'
import type { Day } from '../../rules/days.ts'
import { builderOf, insertOf, type Owner, type Row } from './rows.ts'

/** A note and its holder. */
type Held = { id: string; holder_id: string }

/** A new note's columns, with those that the database freezes. */
type Note = Omit<Row<'notes'>, 'id'> & Held

/** What holders choose for the maturity of their notes. */
export const elections = builderOf('elections', { choice: 'renew' })

export const ledgerEntries = builderOf('ledger_entries', {})
export const ledgerLines = builderOf('ledger_lines', {})

/** $200,000 at 11% for a year, paid monthly. */
export const plainTerms = {
  principalCents: 200_000_00n,
  rateBp: 1100,
  termMonths: 12,
  payout: 'monthly',
  dayCount: '30/360',
} as const satisfies Partial<NoteTerms>

/**
 * @param terms of the plain note by default, which is issued if it has an issue date
 * @param columns besides the terms
 * @returns a draft, or a note signed and funded on its issue date
 */
export function noteRow(terms: Partial<NoteTerms>, columns: Partial<Row<'notes'>> & { holder_id: string }): Note {
  const { principalCents, rateBp, termMonths, payout, dayCount, convention, issueDate, firstPaymentDate } = {
    ...plainTerms,
    ...terms,
  }
  const id = randomUUID()
  return {
    ...{ number: `S-${id.slice(0, 8).toUpperCase()}`, offering: noteSettings.offering },
    ...{ principal_cents: principalCents, rate_bp: rateBp, term_months: termMonths, payout, day_count: dayCount },
    ...{ convention, first_payment_date: firstPaymentDate },
    ...(issueDate && issuedOn(issueDate, termMonths)),
    ...columns,
    id: columns.id ?? id,
  }
}

function issuedOn(issueDate: Day, termMonths: NoteTerms['termMonths']): Partial<Row<'notes'>> {
  return {
    ...{ issue_date: issueDate, maturity_date: maturityOf({ issueDate, termMonths }), sale_state: 'TX' },
    // The same day in the fund's zone.
    signed_at: new Date(Math.min(Date.now(), Date.parse(`${issueDate}T12:00Z`))),
    ...{ funded_at: new Date(issueDate), state: 'current', version: 1 },
  }
}

/** @returns the rows of a note's schedule */
export function scheduleRows({ id, holder_id }: Held, lines: readonly ScheduleLine[]): Row<'schedule_lines'>[] {
  return lines.map(({ n, start, due, pay, days, isStub, interestCents, principalCents }) => ({
    ...{ note_id: id, version: 1, n, holder_id, start_date: start, due_date: due, pay_date: pay, days },
    ...{ is_stub: isStub, interest_cents: interestCents, principal_cents: principalCents },
  }))
}

interface Entry {
  kind: Row<'ledger_entries'>['kind']
  /** The day in the books, and of the money. */
  day: Day
  /** None for the fund's own entries. */
  note?: Held
  /** The scheduled payment. */
  n?: number
  lines: readonly (readonly [account: number, debit: bigint, credit: bigint])[]
  columns?: Partial<Row<'ledger_entries'>>
}

/** @returns statements that add an entry with its lines, to run in one transaction, and its id */
export function entryOf({ kind, day, note, n, lines, columns }: Entry): { id: string; statements: string } {
  const id = columns?.id ?? randomUUID()
  const of = { note_id: note?.id, holder_id: note?.holder_id }
  const entry = ledgerEntries.row({
    ...{ kind, ...of, booked_on: day, relates_to: day, idempotency_key: id },
    ...(n !== undefined && { schedule_version: 1, line_n: n }),
    ...columns,
    id,
  })
  const rows = lines.map(([account, debit_cents, credit_cents], at) =>
    ledgerLines.row({ entry_id: id, n: at + 1, account, debit_cents, credit_cents, ...of }),
  )
  return { id, statements: `${insertOf('ledger_entries', entry)}; ${insertOf('ledger_lines', rows)}` }
}

/** Adds an entry to the ledger. @returns its id */
export async function insertEntry(owner: Owner, entry: Entry): Promise<string> {
  const { id, statements } = entryOf(entry)
  await owner.query(statements)
  return id
}

export interface InsertedNote extends Partial<NoteTerms> {
  issueDate: Day
  state?: Row<'notes'>['state']
  /** Its offering; the fund's by default. */
  offering?: string
  /** The account in its terms. */
  payee?: string
  /** The numbers of recorded payments, each on its pay day. */
  paid?: readonly number[]
  /** The returned ones of those. */
  returned?: readonly number[]
  /** The last day in the ledger. */
  until: Day
}

let notes = 0

/**
 * Adds a note with its schedule and the ledger up to a day, as the office would have recorded it.
 * @returns its id and number
 */
export async function insertNote(
  owner: Owner,
  holder_id: string,
  { state, offering, payee, paid = [], returned = [], until, ...given }: InsertedNote,
): Promise<{ id: string; number: string }> {
  const terms: NoteTerms = { ...plainTerms, convention: 'following', ...given }
  const number = `LK-${terms.issueDate.slice(0, 4)}-${process.pid}${notes++}`
  const own = Object.fromEntries(Object.entries({ state, offering }).filter(([, value]) => value))
  const note = noteRow(terms, { holder_id, number, payee, ...own })
  const statements = [insertOf('notes', note), insertOf('schedule_lines', scheduleRows(note, scheduleOf(terms)))]
  const post = (kind: Entry['kind'], day: Day, lines: Entry['lines'], n?: number, reverses?: string) => {
    const reference =
      kind.startsWith('payment') || kind === 'principal' ? `ACH ${number.slice(-5)}-${n ?? 0}` : undefined
    const entry = entryOf({ kind, day, note, n, lines, columns: { reference, reverses } })
    statements.push(entry.statements)
    return entry.id
  }
  const { principalCents } = terms
  if (terms.issueDate <= until) post('funds', terms.issueDate, moved(1010, 2010, principalCents))
  for (const { n, due, pay, interestCents, principalCents } of scheduleOf(terms)) {
    if (due > until) break
    post('interest_due', due, moved(5010, 2020, interestCents), n)
    if (!paid.includes(n)) continue
    // Banks may be closed on the last day; it is paid before its pay day then.
    const day = pay > until ? until : pay
    const payment = post('payment', day, moved(2020, 1010, interestCents), n)
    if (returned.includes(n))
      post(
        'payment_returned',
        adjust(day, 'following'),
        [
          [2020, 0n, interestCents],
          [1010, interestCents, 0n],
        ],
        n,
        payment,
      )
    if (principalCents > 0n) post('principal', day, moved(2010, 1010, principalCents), n)
  }
  await owner.query(['begin', ...statements, 'commit'].join(';\n'))
  return { id: note.id, number }
}

/** @returns an entry's lines: a debit, and the credit of as much */
export function moved(debit: number, credit: number, cents: bigint): Entry['lines'] {
  return [
    [debit, cents, 0n],
    [credit, 0n, cents],
  ]
}
