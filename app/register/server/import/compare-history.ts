import { lateInterest } from '../../../notes/late-interest.ts'
import { pastMaturity } from '../../../notes/replay.ts'
import { type ScheduleLine, scheduleOf } from '../../../notes/schedule.ts'
import type { ImportedNote, ImportedPayment } from './read-notes.ts'

/** What the file says was paid, where the schedule says something else. Days are 'YYYY-MM-DD'. */
export interface HistoryDifference {
  /** The payment's line in the file; the note's where nothing was paid. */
  line: number
  note: string
  kind:
    | 'amount' // another amount than the schedule's
    | 'date' // on another day than its pay date
    | 'missing' // due by now, and not in the file
    | 'surplus' // nothing was due
  /** late: interest that principal earned past its pay date, which fell due when it was paid. */
  what: ImportedPayment['kind'] | 'late'
  /** When it was due; null where nothing was. */
  due: string | null
  expectedCents: bigint
  paidCents: bigint
  /** The schedule's, and the file's. */
  payDate: string | null
  paidOn: string | null
}

/** A payment with the line of the schedule that it settles; null where none is left. */
export interface MatchedPayment {
  payment: ImportedPayment
  line: ScheduleLine | null
}

/** Interest that fell due with a payment of principal, past its pay date. */
export type LateLine = ScheduleLine & { paidWith: ImportedPayment }

export interface ComparedNote {
  note: ImportedNote
  /** As it was at issue. */
  schedule: ScheduleLine[]
  /** What fell due besides, by the history. */
  late: LateLine[]
  matched: MatchedPayment[]
  differences: HistoryDifference[]
}

/**
 * Compares what was paid on a note with its schedule, to the cent and to the day.
 * @param today 'YYYY-MM-DD': what was due by then should have been paid
 */
export function compareHistory(note: ImportedNote, today: string): ComparedNote {
  const schedule = scheduleOf(note.terms)
  const payments = note.payments.toSorted(
    (one, other) => one.paidOn.localeCompare(other.paidOn) || one.line - other.line,
  )
  const late = lateLines(note, payments, schedule.length)
  const lines = [...schedule, ...late]
  const matched = matchPayments(payments, lines)
  const differences = (['interest', 'principal'] as const).flatMap(what => {
    const paid = matched.filter(({ payment }) => payment.kind === what)
    return [
      ...lines.flatMap(line => compareLine(note, what, line, paid, today)),
      ...paid.filter(({ line }) => !line).map(({ payment }) => surplusOf(note, payment)),
    ]
  })
  return { note, schedule, late, matched, differences: differences.toSorted((one, other) => one.line - other.line) }
}

/** @returns a line for each payment of principal past its pay date, as if it had been recorded here when it was made */
function lateLines({ terms }: ImportedNote, payments: readonly ImportedPayment[], lines: number): LateLine[] {
  return payments
    .filter(({ kind }) => kind === 'principal')
    .map(payment => ({ payment, cents: lateInterest(terms, payment.paidOn, payment.cents) }))
    .filter(({ cents }) => cents > 0n)
    .map(({ payment, cents }, at) => {
      const { interest, ...line } = pastMaturity(terms, lines + at + 1, payment.paidOn, cents)
      return { ...line, pay: line.due, isStub: true, interestCents: interest, principalCents: 0n, paidWith: payment }
    })
}

/**
 * @param payments in the order in which they were made
 * @returns each with the line it names, where of two lines the second is meant once the first is paid; else with the next
 *   one of which nothing was paid, or the first of which something is left
 */
function matchPayments(payments: readonly ImportedPayment[], lines: readonly ScheduleLine[]): MatchedPayment[] {
  const settled = { interest: new Map<ScheduleLine, bigint>(), principal: new Map<ScheduleLine, bigint>() }
  const named = new Set(payments.map(({ kind, dueDate }) => `${kind} ${dueDate}`))
  return payments.map(payment => {
    const { kind, dueDate, cents } = payment
    const paid = settled[kind]
    const owed = lines.filter(line => amountDue(line, kind) > 0n)
    const those = owed.filter(({ due, pay }) => dueDate === due || dueDate === pay)
    const hasRoom = (line: ScheduleLine) => (paid.get(line) ?? 0n) < amountDue(line, kind)
    const isFree = (line: ScheduleLine) =>
      !paid.has(line) && !named.has(`${kind} ${line.due}`) && !named.has(`${kind} ${line.pay}`)
    const line = dueDate ? (those.find(hasRoom) ?? those[0]) : (owed.find(isFree) ?? owed.find(hasRoom))
    if (line) paid.set(line, (paid.get(line) ?? 0n) + cents)
    return { payment, line: line ?? null }
  })
}

export function amountDue(line: ScheduleLine, what: ImportedPayment['kind']): bigint {
  return what === 'interest' ? line.interestCents : line.principalCents
}

function compareLine(
  note: ImportedNote,
  what: ImportedPayment['kind'],
  line: ScheduleLine | LateLine,
  matched: readonly MatchedPayment[],
  today: string,
): HistoryDifference[] {
  const paid = matched.filter(each => each.line === line).map(({ payment }) => payment)
  const expectedCents = amountDue(line, what)
  const common = {
    note: note.number,
    what: 'paidWith' in line ? ('late' as const) : what,
    due: line.due,
    payDate: line.pay,
    expectedCents,
  }
  if (paid.length === 0) {
    if (expectedCents === 0n || line.pay > today) return []
    return [{ ...common, kind: 'missing', line: note.line, paidCents: 0n, paidOn: null }]
  }
  const paidCents = paid.reduce((sum, { cents }) => sum + cents, 0n)
  const last = paid.at(-1)
  const differences: HistoryDifference[] = paid
    .filter(({ paidOn }) => paidOn !== line.pay)
    .map(({ line: at, cents, paidOn }) => ({ ...common, kind: 'date', line: at, paidCents: cents, paidOn }))
  if (paidCents !== expectedCents && last)
    differences.unshift({ ...common, kind: 'amount', line: last.line, paidCents, paidOn: last.paidOn })
  return differences
}

function surplusOf(note: ImportedNote, { line, kind, cents, paidOn, dueDate }: ImportedPayment): HistoryDifference {
  const due = dueDate ?? null
  return {
    line,
    note: note.number,
    kind: 'surplus',
    what: kind,
    due,
    expectedCents: 0n,
    paidCents: cents,
    payDate: null,
    paidOn,
  }
}
