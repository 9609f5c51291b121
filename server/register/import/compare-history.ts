import { type ScheduleLine, scheduleOf } from '../../../rules/notes/schedule.ts'
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
  what: ImportedPayment['kind']
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

export interface ComparedNote {
  note: ImportedNote
  schedule: ScheduleLine[]
  matched: MatchedPayment[]
  differences: HistoryDifference[]
}

/**
 * Compares what was paid on a note with its schedule, to the cent and to the day.
 * @param today 'YYYY-MM-DD': what was due by then should have been paid
 */
export function compareHistory(note: ImportedNote, today: string): ComparedNote {
  const schedule = scheduleOf(note.terms)
  const matched = matchPayments(note.payments, schedule)
  const differences = (['interest', 'principal'] as const).flatMap(what => {
    const paid = matched.filter(({ payment }) => payment.kind === what)
    return [
      ...schedule.flatMap(line => compareLine(note, what, line, paid, today)),
      ...paid.filter(({ line }) => !line).map(({ payment }) => surplusOf(note, payment)),
    ]
  })
  return { note, schedule, matched, differences: differences.toSorted((one, other) => one.line - other.line) }
}

/** Payments in the order in which they were made, each with the line it names, else with the next one unpaid. */
function matchPayments(payments: readonly ImportedPayment[], schedule: readonly ScheduleLine[]): MatchedPayment[] {
  const settled = { interest: new Set<ScheduleLine>(), principal: new Set<ScheduleLine>() }
  const named = new Set(payments.map(({ kind, dueDate }) => `${kind} ${dueDate}`))
  const inOrder = payments.toSorted((one, other) => one.paidOn.localeCompare(other.paidOn) || one.line - other.line)
  return inOrder.map(payment => {
    const line = schedule.find(
      each =>
        amountDue(each, payment.kind) > 0n &&
        (payment.dueDate
          ? payment.dueDate === each.due || payment.dueDate === each.pay
          : !settled[payment.kind].has(each) &&
            !named.has(`${payment.kind} ${each.due}`) &&
            !named.has(`${payment.kind} ${each.pay}`)),
    )
    if (line) settled[payment.kind].add(line)
    return { payment, line: line ?? null }
  })
}

export function amountDue(line: ScheduleLine, what: ImportedPayment['kind']): bigint {
  return what === 'interest' ? line.interestCents : line.principalCents
}

function compareLine(
  note: ImportedNote,
  what: ImportedPayment['kind'],
  line: ScheduleLine,
  matched: readonly MatchedPayment[],
  today: string,
): HistoryDifference[] {
  const paid = matched.filter(each => each.line === line).map(({ payment }) => payment)
  const expectedCents = amountDue(line, what)
  const common = { note: note.number, what, due: line.due, payDate: line.pay, expectedCents }
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
