import type { Day } from '../../rules/days.ts'
import { type Cents, sumCents } from '../../rules/money.ts'
import { lateFrom } from './late-interest.ts'
import { type Booked, type NoteHistory, ReplayError, type ReplayLine, replay } from './replay.ts'
import type { NoteTerms } from './schedule.ts'

/** A note's schedule and ledger figures. Amounts are cents. */
export interface OpenNote {
  terms: NoteTerms
  lines: readonly ReplayLine[]
  /** Principal, by the ledger. */
  owed: Cents
  defaultRateBp: number | null
}

/** A note's payoff on a day. Amounts are cents. */
export interface PayoffQuote {
  principal: Cents
  /** Interest due by that day and unpaid. */
  unpaid: Cents
  /** Interest since the last due day. */
  accrued: Cents
  /** Interest on the unpaid amount past the last pay day. */
  late: Cents
  total: Cents
}

/**
 * @param day amounts due between today and a later day count as unpaid
 * @returns the payoff on a day: the parts of one recorded then. Cents that rounding carries to the last payment are not
 * settled early
 * @throws ReplayError if the note can't be paid off on that day
 */
export function payoffQuote(note: OpenNote, day: Day): PayoffQuote {
  const { parts, added } = bookedPayoff(note, day)
  const sumOf = (what: 'principal' | 'unpaid' | 'accrued' | 'late') =>
    sumCents(
      parts
        .filter(({ kind, n }) => {
          if (kind === 'principal') return what === 'principal'
          if (!added || n !== added.n) return what === 'unpaid'
          return what === (added.start >= lateFrom(note.terms) ? 'late' : 'accrued')
        })
        .map(({ cents }) => cents),
    )
  const quote = {
    principal: sumOf('principal'),
    unpaid: sumOf('unpaid'),
    accrued: sumOf('accrued'),
    late: sumOf('late'),
  }
  return { ...quote, total: sumCents(Object.values(quote)) }
}

/** @returns the parts of a payoff on a day; none where nothing is owed */
function bookedPayoff({ terms, lines, owed, defaultRateBp }: OpenNote, day: Day): Booked {
  const history: NoteHistory = {
    terms,
    defaultRateBp,
    schedule: lines,
    freshNumber: Math.max(0, ...lines.map(({ n }) => n)) + 1,
    events: [
      { id: 'principal', kind: 'principal', day: terms.issueDate, cents: owed },
      { id: 'payoff', kind: 'payoff', day },
    ],
  }
  try {
    return replay(history, 0).booked.get('payoff') ?? { parts: [] }
  } catch (error) {
    if (error instanceof ReplayError && error.code === 'PAYOFF_NOTHING_OWED') return { parts: [] }
    throw error
  }
}
