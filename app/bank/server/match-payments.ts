import { tax } from '../../../content/tax.ts'
import { addDays, type Day } from '../../../rules/days.ts'
import { type Cents, sumCents } from '../../../rules/money.ts'
import { namesOneOf } from '../../accreditation/names.ts'
import { firstDayOf } from '../../notes/due.ts'
import { lateInterest, lateLeft } from '../../notes/late-interest.ts'
import type { LateTerms } from '../../notes/server/terms-columns.ts'
import { toTerms } from '../../notes/terms-row.ts'
import { subjectOn, type WithholdingFacts, withholdingOf } from '../../tax/withholding.ts'

/** A scheduled payment that isn't fully paid. */
export interface OpenPayment extends LateTerms {
  id: string
  number: string
  holderId: string
  holder: string
  due: string
  pay: string
  /** Outstanding interest. */
  open: Cents
  /** Outstanding principal. */
  principal: Cents
  /** A payment request pending approval that settles it. */
  pending: string | null
  /** Facts that decide whether tax is withheld of its interest. */
  withholding: WithholdingFacts
}

/** Part of a bank line paid on one note. */
export interface BankPart {
  noteId: string
  number: string
  due: Day
  /** Of the line. */
  cents: Cents
  /** Tax withheld, not part of the line: the note is credited with both. */
  withheld: Cents
}

/** One or several payments of one holder that total the line's amount. */
export interface BankMatch {
  holder: string
  parts: BankPart[]
  /** Whether it repays principal early, which takes a payoff or repayment instead of a payment. */
  isAhead: boolean
  /** A request pending approval that settles part of it, so that it can't be submitted again. */
  request: string | null
}

/** The bank's text of a line. */
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
  /** Whether tax is withheld on a day; undefined if the day doesn't matter. */
  isWithheldOn?: (day: Day) => boolean
  holderId: string
  holder: string
  pay: Day
  /** First day on which it can be recorded; '' for interest, which may be paid early. */
  from: Day
  /** Matches the note's number in a text. */
  named: RegExp
  request: string | null
}

/** Most days between the bank's day and the pay date, where the text doesn't name the note. */
export const daysApart = 10

/** Most combinations tried for a holder. */
const mostSums = 2000

/**
 * Matches payments out of the account: the same amount, due around that day; or on any day if the bank's text names the
 * note; or several payments of one holder in one line.
 * @param open by pay date
 * @returns a function that returns a line's matches, named ones first; `isNamed` if the text names the only one
 */
export function paymentMatcher(
  open: readonly OpenPayment[],
): (line: PaidLine) => { matches: BankMatch[]; isNamed: boolean } {
  const candidates = open.flatMap(candidatesOf)
  const byAmount = Map.groupBy(candidates, ({ cents }) => cents)
  const overdue = [...Map.groupBy(open, ({ id }) => id).values()].filter(({ length }) => length > 1)
  const byHolder = Map.groupBy(candidates, ({ holderId }) => holderId)
  const withPrincipal = open.filter(({ principal }) => principal !== 0n)
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

/** @returns what a line may pay of a scheduled payment: interest, principal, or both */
function candidatesOf({
  id,
  number,
  holderId,
  holder,
  due,
  pay,
  open: interest,
  principal: whole,
  pending: request,
  withholding,
}: OpenPayment): Candidate[] {
  const amounts = [...new Set([interest, whole, interest + whole])].filter(cents => cents > 0n)
  const named = patternOf(number)
  const gross = amounts.map((cents): Candidate => {
    const from = cents === interest ? '' : firstDayOf({ due, pay })
    return { noteId: id, number, holderId, holder, due, pay, from, cents, withheld: 0n, named, request }
  })
  // What remains after withholding tax of the interest.
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

/** @returns principal paid late, with the interest accrued on it until then */
function lateCandidate(
  { id, number, holderId, holder, due, pay, open, principal, pending: request, ...terms }: OpenPayment,
  { day, cents }: PaidLine,
): Candidate[] {
  if (day <= pay) return []
  const whole = lateInterest(toTerms(terms, due), day, principal, terms.defaultRateBp)
  const late = lateLeft(whole, terms.lateCredit)
  const sums = [principal + late, open + principal + late]
  if (late === 0n || !sums.includes(cents)) return []
  const keys = { noteId: id, number, holderId, holder, due, pay, withheld: 0n }
  return [{ ...keys, from: pay, cents, named: patternOf(number), request }]
}

/** @returns the oldest payments of one note due by the line's day that add up, less tax, to the line's amount */
function arrears(notes: readonly OpenPayment[][], line: PaidLine): Candidate[] {
  return notes.flatMap(rows => {
    const [first] = rows
    const due = rows.filter(({ pay }) => pay <= line.day)
    if (!first || due.length < 2 || !patternOf(first.number).test(textOf(line))) return []
    const isSubject = subjectOn(first.withholding, line.day, tax) !== undefined
    return due.slice(1).flatMap((last, at): Candidate[] => {
      const some = due.slice(0, at + 2)
      const owed = sumCents(some.map(({ open }) => open))
      const withheld = owed === line.cents ? 0n : isSubject ? withholdingOf(owed, line.day, tax) : 0n
      if (owed - withheld !== line.cents) return []
      const { id: noteId, number, holderId, holder, pay } = first
      const request = some.find(({ pending }) => pending)?.pending ?? null
      const match = { noteId, number, holderId, holder, due: last.due, pay, from: '', withheld, request }
      return [{ ...match, cents: line.cents, named: patternOf(number) }]
    })
  })
}

/** @returns payments of two or more notes of one holder, by their sum */
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

/** Only payments of about the same pay date are combined. */
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

/** @returns the first way for each set of notes: the oldest debt is settled first */
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

/** Banks drop hyphens or replace them by spaces; another note's number may have this one as its prefix. */
function patternOf(number: string): RegExp {
  const signs = number.match(/[\p{L}\p{N}]/gu) ?? []
  return new RegExp(`${signs.join('[^\\p{L}\\p{N}]*')}(?!\\p{N})`, 'iu')
}

/** @returns whether the bank's text contains a note's number */
export function isNoteIn(number: string, line: LineText): boolean {
  return patternOf(number).test(textOf(line))
}

/** Banks drop legal forms and reorder names. */
export function isHolderIn(holder: string, line: LineText): boolean {
  return namesOneOf([holder], textOf(line))
}
