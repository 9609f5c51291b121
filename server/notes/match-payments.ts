import { tax } from '../../content/tax.ts'
import { namesOneOf } from '../../rules/accreditation/names.ts'
import { lateInterest, lateLeft } from '../../rules/notes/accrual.ts'
import { addDays, type Day } from '../../rules/notes/days.ts'
import { firstDayOf } from '../../rules/notes/due.ts'
import { type Cents, sumCents } from '../../rules/notes/money.ts'
import { toTerms } from '../../rules/notes/terms-row.ts'
import { subjectOn, type WithholdingFacts, withholdingOf } from '../../rules/tax/withholding.ts'
import { toCents } from '../database/cents.ts'
import type { LateRow } from './terms-columns.ts'

/** A payment of the schedule that isn't paid, in full or in part. */
export interface OpenRow extends LateRow {
  id: string
  number: string
  holder_id: string
  holder: string
  due: string
  pay: string
  /** What is left of its interest. */
  open: string
  /** What is left of its principal. */
  principal: string
  /** The request of a payment that settles it and is pending approval. */
  pending: string | null
  /** What says whether tax is withheld of its interest. */
  withholding: WithholdingFacts
}

/** What a line of the bank's paid on one note. */
export interface BankPart {
  noteId: string
  number: string
  due: Day
  /** Of the line. */
  cents: Cents
  /** Tax withheld, which the line doesn't have: the note is credited with both. */
  withheld: Cents
}

/** A payment, or several of one holder's, of the line's amount in all. */
export interface BankMatch {
  holder: string
  parts: BankPart[]
  /** Whether it returns principal ahead of its day, which no payment does: a payoff, or a repayment, records that. */
  isAhead: boolean
  /** The request of a payment that settles any of it and is pending approval, so that it can't be submitted again. */
  request: string | null
}

/** What the bank says of a line. */
interface LineText {
  reference: string
  description: string
}

/** A payment out of the account. */
export interface PaidLine extends LineText {
  day: Day
  /** Positive. */
  cents: Cents
}

interface Candidate extends BankPart {
  /** Whether tax has to be withheld of it on a day; undefined where it is what it is whatever the day. */
  isWithheldOn?: (day: Day) => boolean
  holderId: string
  holder: string
  pay: Day
  /** The day from which it can be recorded; the empty text for interest, which may be paid ahead. */
  from: Day
  /** Finds the note's number in a text. */
  named: RegExp
  request: string | null
}

/** How many days may lie between the bank's day and the pay date, where its text doesn't name the note. */
export const daysApart = 10

/** A holder with more combinations than this has the first of them looked at. */
const mostSums = 2000

/**
 * Finds what payments out of the account may be: of the same amount, and due about then; or on whatever day, where the
 * bank's text names the note; or several payments of one holder that the line pays together.
 * @param open by pay date
 * @returns a function that answers for a line: those that its text names come first; `isNamed` where it names the only one
 */
export function paymentMatcher(
  open: readonly OpenRow[],
): (line: PaidLine) => { matches: BankMatch[]; isNamed: boolean } {
  const candidates = open.flatMap(candidatesOf)
  const byAmount = Map.groupBy(candidates, ({ cents }) => cents)
  const overdue = [...Map.groupBy(open, ({ id }) => id).values()].filter(({ length }) => length > 1)
  const byHolder = Map.groupBy(candidates, ({ holderId }) => holderId)
  const withPrincipal = open.filter(({ principal }) => principal !== '0')
  let sums: Map<Cents, Candidate[][]> | undefined
  return line => {
    const alone = [
      ...(byAmount.get(line.cents) ?? []).filter(isOfDay(line.day)),
      ...withPrincipal.flatMap(row => lateCandidate(row, line)),
      ...arrears(overdue, line),
    ]
    const found = bestOf(
      alone.map(candidate => [candidate]),
      line,
    )
    if (found.isNamed) return found
    sums ??= sumsOf(byHolder)
    const several = bestOf(
      (sums.get(line.cents) ?? []).filter(some => some.every(isOfDay(line.day))),
      line,
    )
    return several.isNamed ? several : { matches: [...found.matches, ...several.matches], isNamed: false }
  }
}

/** @returns what may be paid of a line of a schedule: its interest, its principal, or both */
function candidatesOf({
  id,
  number,
  holder_id,
  holder,
  due,
  pay,
  open,
  principal,
  pending: request,
  withholding,
}: OpenRow): Candidate[] {
  const [interest, whole] = [toCents(open), toCents(principal)]
  const amounts = [...new Set([interest, whole, interest + whole])].filter(cents => cents > 0n)
  const named = patternOf(number)
  const gross = amounts.map((cents): Candidate => {
    const from = cents === interest ? '' : firstDayOf({ due, pay })
    return { noteId: id, number, holderId: holder_id, holder, due, pay, from, cents, withheld: 0n, named, request }
  })
  // What is left once tax was withheld of the interest.
  const withheld = withholdingOf(interest, pay, tax)
  const isWithheldOn = (day: Day) => subjectOn(withholding, day, tax) !== undefined
  const net = gross
    .filter(({ cents }) => withheld > 0n && (cents === interest || cents === interest + whole))
    .map(candidate => ({ ...candidate, cents: candidate.cents - withheld, withheld, isWithheldOn }))
  return subjectOn(withholding, addDays(pay, daysApart), tax) || isWithheldOn(pay) ? [...gross, ...net] : gross
}

const isOfDay =
  (day: Day) =>
  ({ isWithheldOn }: Candidate): boolean =>
    isWithheldOn?.(day) ?? true

/** @returns principal that was paid late, with the interest that ran on it until then */
function lateCandidate(
  { id, number, holder_id, holder, due, pay, open, principal, pending: request, ...row }: OpenRow,
  { day, cents }: PaidLine,
): Candidate[] {
  if (day <= pay) return []
  const whole = lateInterest(toTerms(row, row.issue_date ?? due), day, toCents(principal), row.default_rate_bp)
  const late = lateLeft(whole, toCents(row.late_credit))
  const sums = [toCents(principal) + late, toCents(open) + toCents(principal) + late]
  if (late === 0n || !sums.includes(cents)) return []
  const keys = { noteId: id, number, holderId: holder_id, holder, due, pay, withheld: 0n }
  return [{ ...keys, from: pay, cents, named: patternOf(number), request }]
}

/** @returns several payments of one note that are due by the line's day, earliest first, where they add up to it, less tax */
function arrears(notes: readonly OpenRow[][], line: PaidLine): Candidate[] {
  return notes.flatMap(rows => {
    const [first] = rows
    const due = rows.filter(({ pay }) => pay <= line.day)
    if (!first || due.length < 2 || !patternOf(first.number).test(textOf(line))) return []
    const isSubject = subjectOn(first.withholding, line.day, tax) !== undefined
    return due.slice(1).flatMap((last, at): Candidate[] => {
      const some = due.slice(0, at + 2)
      const owed = sumCents(some.map(({ open }) => toCents(open)))
      const withheld = owed === line.cents ? 0n : isSubject ? withholdingOf(owed, line.day, tax) : 0n
      if (owed - withheld !== line.cents) return []
      const { id: noteId, number, holder_id: holderId, holder, pay } = first
      const request = some.find(({ pending }) => pending)?.pending ?? null
      const match = { noteId, number, holderId, holder, due: last.due, pay, from: '', withheld, request }
      return [{ ...match, cents: line.cents, named: patternOf(number) }]
    })
  })
}

/** @returns by their sum, payments of two or more notes of one holder */
function sumsOf(byHolder: ReadonlyMap<string, Candidate[]>): Map<Cents, Candidate[][]> {
  const sums = new Map<Cents, Candidate[][]>()
  for (const all of byHolder.values()) {
    const notes = [...Map.groupBy(all, ({ noteId }) => noteId).values()]
    if (notes.length < 2) continue
    let chosen: Candidate[][] = [[]]
    for (const ofNote of notes) {
      const more = chosen.flatMap(some => ofNote.filter(each => goesWith(some, each)).map(each => [...some, each]))
      chosen = [...chosen, ...more].slice(0, mostSums)
    }
    for (const some of chosen.filter(({ length }) => length > 1)) {
      const sum = sumCents(some.map(({ cents }) => cents))
      sums.set(sum, [...(sums.get(sum) ?? []), some])
    }
  }
  return sums
}

/** Of one payday: not this month's of one note with last month's of another. */
function goesWith(some: readonly Candidate[], { pay }: Candidate): boolean {
  return some.every(other => addDays(other.pay, -daysApart) <= pay && pay <= addDays(other.pay, daysApart))
}

/** @param found ways to pay the line, each of one holder's payments */
function bestOf(found: readonly Candidate[][], line: PaidLine): { matches: BankMatch[]; isNamed: boolean } {
  const byNumber = earliest(found.filter(some => some.every(({ named }) => named.test(textOf(line)))))
  const near = earliest(found.filter(some => some.every(({ pay }) => isNear(pay, line.day))))
  const byHolder = near.filter(([first]) => first && isHolderIn(first.holder, line))
  const named = byNumber.length > 0 ? byNumber : byHolder
  const best = named.length > 0 ? named : near
  const matches = best.map(some => ({
    holder: some[0]?.holder ?? '',
    parts: some.map(({ noteId, number, due, cents, withheld }) => ({ noteId, number, due, cents, withheld })),
    isAhead: some.some(({ from }) => line.day < from),
    request: some.find(({ request }) => request)?.request ?? null,
  }))
  return { matches, isNamed: named.length === 1 && !matches[0]?.isAhead && !matches[0]?.request }
}

/** @returns for the same notes the first way alone: what is owed longest is settled first */
function earliest(found: readonly Candidate[][]): Candidate[][] {
  const first = Map.groupBy(found, some => some.map(({ noteId }) => noteId).join())
  return [...first.values()].flatMap(([some]) => (some ? [some] : []))
}

function isNear(pay: Day, day: Day): boolean {
  return addDays(day, -daysApart) <= pay && pay <= addDays(day, daysApart)
}

function textOf({ description, reference }: LineText): string {
  return `${description} ${reference}`
}

/** Banks leave out hyphens, or put spaces there; another note's number may begin with this one. */
function patternOf(number: string): RegExp {
  const signs = number.match(/[\p{L}\p{N}]/gu) ?? []
  return new RegExp(`${signs.join('[^\\p{L}\\p{N}]*')}(?!\\p{N})`, 'iu')
}

/** @returns whether the bank's text has a note's number */
export function isNoteIn(number: string, line: LineText): boolean {
  return patternOf(number).test(textOf(line))
}

/** Banks leave out legal forms, and turn names around. */
export function isHolderIn(holder: string, line: LineText): boolean {
  return namesOneOf([holder], textOf(line))
}
