import { addDays, type Day, daysBetween } from '../../rules/days.ts'
import { type Cents, sumCents } from '../../rules/money.ts'
import { accruedParts } from './accrual.ts'
import { allAhead, allot, type Part, principalIn } from './allot.ts'
import { type DueLine, dueBy, dueNext, firstDayOf } from './due.ts'
import { countDays } from './interest.ts'
import { lateFrom, lateInterest } from './late-interest.ts'
import { principalAfter, repayPart } from './part-repayment.ts'
import type { NoteTerms } from './schedule.ts'

/*
 * Recalculates a note's books from its events. A late record or reversal changes later entries: from that day on
 * everything is recalculated in chronological order.
 */

/** Interest that falls due with a payment: up to a payoff, or past maturity. Amounts are cents. */
export interface AddedLine {
  n: number
  start: Day
  due: Day
  days: number
  interest: Cents
  /** As `ReplayLine.credit`. */
  credit: Cents
}

/** A payment as booked. */
export interface Booked {
  parts: readonly Part[]
  added?: AddedLine | undefined
}

/** An event of a note. `booked` is its state in the ledger. Amounts are cents. */
export type NoteEvent = { id: string; day: Day; booked?: Booked | undefined } & (
  | { kind: 'payment'; cents: Cents }
  /** Payoff of the whole note; without an amount: whatever settles it. */
  | { kind: 'payoff'; cents?: Cents | undefined }
  /** Repayment of part of the principal, as of a due date. */
  | { kind: 'repayment'; due: Day; cents: Cents }
  /** Return of a payment. */
  | { kind: 'return'; of: string }
  /** Other change of principal: negative if it left. */
  | { kind: 'principal'; cents: Cents }
)

/** Base of a calculation of a note's books. */
export interface NoteHistory {
  terms: NoteTerms
  defaultRateBp: number | null
  /** The schedule at issue, or before the first event: with what was paid before. */
  schedule: readonly ReplayLine[]
  /** The schedule is fixed: the rest of it has moved to another note. */
  isClosed?: boolean
  /** A number that no scheduled payment has had. */
  freshNumber: number
  /** In chronological order. */
  events: readonly NoteEvent[]
  /** Payments returned after all events. */
  comeBackLater?: readonly string[]
}

/** A scheduled payment with what has been paid of it. */
export interface ReplayLine extends DueLine {
  start: Day
  days: number
  isStub: boolean
  /**
   * Late interest paid before its principal was returned: it reduces what that principal earns. Negative if it has
   * reduced what fell due with a payment.
   */
  credit: Cents
}

/** Recalculated books of a note. */
export interface Replay {
  lines: ReplayLine[]
  /** Principal, in cents. */
  owed: Cents
  /** Allocation of each payment, by its id. */
  booked: Map<string, Booked>
}

/** Why an event is impossible. */
export type ReplayProblem =
  | 'PAYMENT_NOTHING_DUE'
  | 'PAYMENT_OVER'
  | 'PAYOFF_AHEAD'
  | 'PAYOFF_NOTHING_OWED'
  | 'PAYOFF_AHEAD_BEFORE_TRANSFER'
  | 'PAYOFF_BEFORE_ISSUE'
  | 'REPAYMENT_DAY'
  | 'REPAYMENT_AMOUNT'
  | 'REPAYMENT_PAID_AHEAD'
  | 'NOTE_TRANSFERRED'

export class ReplayError extends Error {
  readonly code: ReplayProblem
  readonly event: NoteEvent
  /** The first day on which it is possible, if any. */
  readonly from: Day | undefined

  constructor(code: ReplayProblem, event: NoteEvent, from?: Day) {
    super(`${code}: ${event.kind} of ${event.day}`)
    this.code = code
    this.event = event
    this.from = from
  }
}

/**
 * @param from index in `history.events` from which payments are recalculated. Earlier ones stay as booked, except
 * returned ones, which have no effect in the end
 * @throws ReplayError
 */
export function replay(history: NoteHistory, from: number): Replay {
  const returned = history.events.flatMap(event => (event.kind === 'return' ? [event.of] : []))
  const cameBack = new Set([...returned, ...(history.comeBackLater ?? [])])
  const books = new Books(history)
  history.events.forEach((event, at) => {
    if (event.kind === 'principal') books.owed += event.cents
    else if (event.kind === 'return') books.takeBack(event)
    else if (event.booked && cameBack.has(event.id)) books.countReturned(event, event.booked)
    else if (event.booked && at < from) books.keep(event, event.booked)
    else books.count(event)
  })
  return { lines: books.lines(), owed: books.owed, booked: books.booked }
}

class Books {
  readonly booked = new Map<string, Booked>()
  owed: Cents = 0n
  readonly #history: NoteHistory
  readonly #paid: Map<number, Cents>
  /** Interest that falls due with a payment, by the payment. */
  readonly #added = new Map<string, AddedLine>()
  readonly #repayments: { id: string; due: Day; cents: Cents }[] = []
  /** Late interest that fell due with returned payments, in order: owed as far as it was paid. */
  readonly #kept: AddedLine[] = []
  /** Used part of the credit. */
  #used: Cents = 0n
  /** A payoff before maturity, which ends the schedule. */
  #payoff: { id: string; day: Day } | undefined
  #freshNumber: number

  constructor(history: NoteHistory) {
    this.#history = history
    this.#paid = new Map(history.schedule.map(({ n, paid }) => [n, paid]))
    this.#freshNumber = history.freshNumber
  }

  /** @returns the schedule in force, with what has been paid of it */
  lines(): ReplayLine[] {
    const { terms, schedule } = this.#history
    const repaid = this.#repayments
      .toSorted((one, other) => one.due.localeCompare(other.due))
      .reduce<readonly ReplayLine[]>((lines, { due, cents }) => repayPart(terms, lines, due, cents), schedule)
    const added = [...this.#added].filter(([id]) => id !== this.#payoff?.id).map(([, line]) => toLine(line))
    const all = this.#withPaid([...repaid, ...added, ...this.#keptLines()])
    return this.#payoff ? this.#withPaid(this.#cut(all, this.#payoff)) : all
  }

  /** @returns the schedule up to a payoff, with which the remaining principal is due */
  #cut(lines: readonly ReplayLine[], { id, day }: { id: string; day: Day }): ReplayLine[] {
    const kept = lines.filter(line => isBefore(line, day))
    const rest = sumCents(lines.filter(line => !kept.includes(line)).map(({ principal }) => principal))
    const last = this.#added.get(id)
    const all = last ? [...kept, toLine(last)] : kept
    return all.map((line, at) => (at === all.length - 1 ? { ...line, principal: line.principal + rest } : line))
  }

  #withPaid(lines: readonly ReplayLine[]): ReplayLine[] {
    let later = 0n
    return lines
      .toSorted((one, other) => other.n - one.n)
      .map(line => {
        const left = this.owed - later
        later += line.principal
        const principalLeft = left < 0n ? 0n : left < line.principal ? left : line.principal
        return { ...line, paid: this.#paid.get(line.n) ?? 0n, principalLeft }
      })
      .reverse()
  }

  /** Applies a payment's parts. */
  settle(id: string, booked: Booked, sign: 1n | -1n = 1n): void {
    if (sign > 0n) this.booked.set(id, booked)
    for (const { kind, n, cents } of booked.parts) {
      if (kind === 'principal') this.owed -= sign * cents
      else if (n !== null) this.#paid.set(n, (this.#paid.get(n) ?? 0n) + sign * cents)
    }
  }

  /** Takes a payment as in the ledger. */
  keep(event: Payment, booked: Booked): void {
    this.#change(event, booked)
    this.settle(event.id, booked)
  }

  /** A payment's change of the schedule. */
  #change(event: Payment, booked: Booked): void {
    const { isClosed } = this.#history
    const { added } = booked
    if (event.kind === 'repayment' && !isClosed) this.#repayments.push(event)
    if (event.kind === 'payoff' && !isClosed) this.#end(event, booked)
    if (!added || (isClosed && event.kind !== 'payment')) return
    this.#added.set(event.id, added)
    this.#used -= added.credit
  }

  /** A payoff ends a schedule that hasn't ended. */
  #end(payoff: Payment, booked: Booked): void {
    const lines = this.lines()
    const kept = lines.filter(line => isBefore(line, payoff.day))
    if (kept.length === lines.length) return
    const leavesPrincipal = principalIn(booked) < this.owed
    if (!leavesPrincipal || !this.#countAsPart(payoff.id, booked, kept)) this.#payoff = payoff
  }

  takeBack({ of, day }: NoteEvent & { kind: 'return' }): void {
    const booked = this.booked.get(of)
    if (!booked) return
    this.settle(of, booked, -1n)
    if (this.#payoff?.id === of) this.#payoff = undefined
    const repayment = this.#repayments.findIndex(({ id }) => id === of)
    if (repayment >= 0) {
      const payoff = this.#payoff && this.booked.get(this.#payoff.id)
      if (this.#payoff && payoff && this.#countAsPart(this.#payoff.id, payoff, this.lines())) this.#payoff = undefined
      this.#repayments.splice(repayment, 1)
    }
    const added = this.#added.get(of)
    if (!added) return
    this.#added.delete(of)
    this.#used += added.credit
    this.#kept.push({ ...added, due: day })
  }

  /**
   * A payoff that left principal unpaid, since an earlier repayment was returned or a mistake: that part was never
   * repaid early, and runs on to maturity.
   * @param kept scheduled payments due by the payoff
   * @returns whether it counts as a repayment of part, as of the last due date up to which interest was paid
   */
  #countAsPart(id: string, booked: Booked, kept: readonly ReplayLine[]): boolean {
    const last = this.#lastDue(kept)
    if (last) this.#repayments.push({ id, due: last.due, cents: principalIn(booked) })
    return last !== undefined
  }

  /** @returns the last of some lines that was scheduled at issue */
  #lastDue(lines: readonly ReplayLine[]): ReplayLine | undefined {
    return this.#history.schedule.findLast(({ n }) => lines.some(line => line.n === n))
  }

  /** @returns retained late interest: what was paid of it, and what has reduced other interest and isn't paid any more */
  #keptLines(): ReplayLine[] {
    let missing = this.#credit() < 0n ? -this.#credit() : 0n
    return this.#kept
      .map(line => {
        const interest = (this.#paid.get(line.n) ?? 0n) + missing
        missing = 0n
        return { ...toLine(line), interest, credit: interest }
      })
      .filter(({ interest }) => interest > 0n)
  }

  /** @returns late interest that was paid and hasn't reduced other interest; negative if it was returned after that */
  #credit(): Cents {
    const before = sumCents(this.#history.schedule.map(({ credit }) => credit))
    return before + sumCents(this.#kept.map(({ n }) => this.#paid.get(n) ?? 0n)) - this.#used
  }

  /** @returns late interest on principal up to a payment, which falls due with it: less what was paid of it before */
  #late(event: NoteEvent, interest: Cents): AddedLine | undefined {
    if (interest === 0n) return undefined
    const [paid, most] = [this.#credit(), interest]
    const credit = paid < 0n ? 0n : paid < most ? paid : most
    return pastMaturity(this.#history.terms, this.#numberFor(event), event.day, interest - credit, -credit)
  }

  /** Allocates a payment. */
  count(event: Payment): void {
    if (this.#history.isClosed && event.kind !== 'payment') throw new ReplayError('NOTE_TRANSFERRED', event)
    if (event.kind === 'payment') this.#pay(event)
    else if (event.kind === 'payoff') this.#payOff(event)
    else this.#repay(event)
  }

  /** Until its return, a payment settled something, which leaves less for others. Its allocation is permanent. */
  countReturned(event: Payment, booked: Booked): void {
    try {
      this.count(event)
    } catch (error) {
      if (!(error instanceof ReplayError)) throw error
      this.settle(event.id, booked)
    }
  }

  #numberFor(event: NoteEvent): number {
    return event.booked?.added?.n ?? this.#freshNumber++
  }

  /**
   * A payment settles interest that is due, earliest first, then principal; the rest is for late interest on that
   * principal, which falls due with it. If nothing is due by its day, it settles the next interest as a whole. A
   * payment already in the books was made, whatever is recorded before it: if less was due then, the rest settles later
   * interest.
   */
  #pay(event: NoteEvent & { kind: 'payment' }): void {
    const { terms, defaultRateBp } = this.#history
    const { day, cents, booked } = event
    const lines = this.lines()
    const come = dueBy(lines, day)
    const due = come.length > 0 || booked ? come : dueNext(lines, day).filter(next => cents >= next.cents)
    if (due.length === 0 && !booked) throw new ReplayError('PAYMENT_NOTHING_DUE', event)
    const { parts, left: rest } = allot(cents, due)
    const principal = principalIn({ parts })
    const added = this.#late(event, lateInterest(terms, day, principal, defaultRateBp))
    const late = allot(rest, added ? [{ line: added, cents: added.interest }] : [])
    const ahead = allot(late.left, booked ? allAhead(lines, day) : [])
    if (ahead.left > 0n) throw new ReplayError('PAYMENT_OVER', event)
    this.keep(event, { parts: [...parts, ...late.parts, ...ahead.parts], added })
  }

  /** Everything owed on a day: principal, interest due, and interest accrued since, or past maturity. */
  #payOff(event: NoteEvent & { kind: 'payoff' }): void {
    const { terms, defaultRateBp } = this.#history
    const { day } = event
    if (day <= terms.issueDate) throw new ReplayError('PAYOFF_BEFORE_ISSUE', event, addDays(terms.issueDate, 1))
    const lines = this.lines()
    const kept = lines.filter(line => isBefore(line, day))
    const rest = lines.filter(line => !isBefore(line, day))
    if (rest.some(({ paid }) => paid > 0n)) throw new ReplayError('PAYOFF_AHEAD', event)
    const running = sumCents(rest.map(({ principal }) => principal))
    const counted = accruedParts({ terms, running, owed: this.owed, defaultRateBp }, day)
    // Interest of a non-business day was paid before it.
    const accrued = kept.some(({ due }) => due > day) ? 0n : counted.accrued
    const [next] = rest
    if (next && accrued > 0n && (next.start > day || next.interest === 0n))
      throw new ReplayError('PAYOFF_AHEAD_BEFORE_TRANSFER', event, next.start > day ? next.start : next.due)
    const added = next
      ? this.#lastPeriod(event, kept.length === 0 && next.start >= day ? addDays(day, -1) : next.start, accrued)
      : this.#late(event, counted.late)
    const unpaid = [...kept, ...(added ? [toLine(added)] : [])].filter(({ interest, paid }) => paid < interest)
    const total = this.owed + sumCents(unpaid.map(({ interest, paid }) => interest - paid))
    if (total === 0n && !event.booked) throw new ReplayError('PAYOFF_NOTHING_OWED', event)
    const cents = event.cents ?? total
    if (cents > total) throw new ReplayError('PAYMENT_OVER', event)
    // If an earlier payment no longer counts, its interest is due again, and the payoff is unchanged.
    let left = cents - this.owed
    if (left < 0n) {
      if (!event.booked || !next || !this.#lastDue(kept)) throw new ReplayError('PAYMENT_OVER', event)
      this.keep(event, event.booked)
      return
    }
    const parts: Part[] = []
    for (const { n, interest, paid } of unpaid.toReversed()) {
      const part = interest - paid < left ? interest - paid : left
      if (part > 0n) parts.unshift({ kind: 'interest', n, cents: part })
      left -= part
    }
    if (this.owed > 0n) parts.push({ kind: 'principal', n: null, cents: this.owed })
    this.keep({ ...event, cents }, { parts, added })
  }

  /** @returns the part of a period up to a payoff; undefined on its first day */
  #lastPeriod(event: NoteEvent, start: Day, interest: Cents): AddedLine | undefined {
    const { day } = event
    if (start >= day) return undefined
    const days = Math.max(countDays(start, day, this.#history.terms.dayCount), 1)
    return { n: this.#numberFor(event), start, due: day, days, interest, credit: 0n }
  }

  #repay(event: NoteEvent & { kind: 'repayment' }): void {
    const { due, cents } = event
    const lines = this.lines()
    const line = lines.find(each => each.due === due)
    const later = principalAfter(lines, due)
    if (!line || this.#payoff || this.owed !== later) throw new ReplayError('REPAYMENT_DAY', event)
    if (lines.some(each => each.due > due && each.paid > 0n)) throw new ReplayError('REPAYMENT_PAID_AHEAD', event)
    if (cents <= 0n || cents >= later) throw new ReplayError('REPAYMENT_AMOUNT', event)
    this.keep(event, { parts: [{ kind: 'principal', n: line.n, cents }] })
  }
}

type Payment = Extract<NoteEvent, { kind: 'payment' | 'payoff' | 'repayment' }>

/**
 * @returns whether a scheduled payment stays despite a payoff on a day: it is due by then, or was paid before a
 * non-business day
 */
function isBefore(line: ReplayLine, day: Day): boolean {
  return line.due <= day || (line.paid > 0n && firstDayOf(line) <= day)
}

function toLine({ due, ...line }: AddedLine): ReplayLine {
  return { ...line, version: 0, due, pay: due, isStub: true, principal: 0n, paid: 0n, principalLeft: 0n }
}

/**
 * @param credit zero or negative: the part of the interest paid before
 * @returns interest past the last pay day up to a day, as a scheduled payment with a new number
 */
export function pastMaturity(terms: NoteTerms, n: number, day: Day, interest: Cents, credit = 0n): AddedLine {
  const start = lateFrom(terms)
  return { n, start, due: day, days: daysBetween(start, day), interest, credit }
}
