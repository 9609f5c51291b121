import { type CsvCell, csvText } from '../../../rules/csv.ts'
import { decimalCents } from '../../../rules/money.ts'
import type { Owed } from '../../ledger/server/holder-books.ts'
import type { StatementContent } from './statement-content.ts'
import { inWords } from './statement-document.ts'

/** @returns the lines of a statement or letter as CSV: amounts in dollars, days as 'YYYY-MM-DD' */
export function csvOf(content: StatementContent): Buffer {
  const lines = content.kind === 'statement' ? activityLines(content) : valueLines(content)
  return Buffer.from(csvText(lines))
}

function activityLines({ number, start, end, books: { opening, closing, movements } }: StatementContent): CsvCell[][] {
  let owed = opening
  const line = (
    day: string,
    note: string,
    what: string,
    change: Owed | undefined,
    reference = '',
    about = '',
  ): CsvCell[] => [
    number,
    day,
    note,
    what,
    about,
    reference,
    ...(change ? [decimal(change.interest), decimal(change.principal)] : ['', '']),
    decimal(owed.interest),
    decimal(owed.principal),
  ]
  const head = [
    'statement',
    'date',
    'note',
    'event',
    'relates to',
    'reference',
    'interest',
    'principal',
    'interest owed',
    'principal owed',
  ]
  const rows = [head, line(start, '', 'Opening balance', undefined)]
  for (const movement of movements) {
    const { principal, interest, bookedOn, note, reference, relatesTo } = movement
    owed = { principal: owed.principal + principal, interest: owed.interest + interest }
    rows.push(line(bookedOn, note, inWords({ ...movement, reference: null }), movement, reference ?? '', relatesTo))
  }
  owed = closing
  return [...rows, line(end, '', 'Closing balance', undefined)]
}

function valueLines({ number, end, notes }: StatementContent): CsvCell[][] {
  const head = ['letter', 'date', 'note', 'principal', 'accrued interest', 'fair value']
  const rows = notes.map(({ number: note, principal, unpaid, accrued, lateInterest }) => {
    const interest = unpaid + accrued + lateInterest
    return [number, end, note, ...[principal, interest, principal + interest].map(decimal)]
  })
  return [head, ...rows]
}

/** As a number, so that no program takes a minus sign for a formula. Cents of any amount in the ledger are exact in it. */
function decimal(cents: bigint): number {
  return Number(decimalCents(cents))
}
