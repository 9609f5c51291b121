import { type Day, daysBetween } from '../../rules/days.ts'
import { countOf } from '../../rules/number.ts'

/** A note's states in words. Their transitions: workflows.ts; a note's label on pages: `standingOf`. */
export const noteStates = {
  draft: 'Draft',
  signed: 'Signed',
  funded: 'Funded',
  current: 'Current',
  matured: 'Matured',
  paid: 'Paid off',
  renewed: 'Renewed',
  transferred: 'Transferred',
  defaulted: 'In default',
  cancelled: 'Canceled',
} as const
export type NoteState = keyof typeof noteStates

/**
 * A note's state by the calendar: current from its issue date on, matured from its maturity date on. It holds from
 * midnight, before the hourly job `advance-notes` stores it.
 * @param state as stored
 * @param dates 'YYYY-MM-DD'; null if not known yet
 * @param day of the fund, 'YYYY-MM-DD'
 */
export function stateByDay(
  state: NoteState,
  { issueDate, maturityDate }: { issueDate: Day | null; maturityDate: Day | null },
  day: Day,
): NoteState {
  if (state === 'funded' && issueDate !== null && issueDate <= day)
    return stateByDay('current', { issueDate, maturityDate }, day)
  return state === 'current' && maturityDate !== null && maturityDate <= day ? 'matured' : state
}

/** States with different words for the holder. */
const holdersWords: Partial<Record<NoteState, string>> = { signed: 'Signed, waiting for funds', paid: 'Paid back' }

/** Final states: interest that was due by then can still be late. */
const ended = new Set<string>(['paid', 'renewed', 'transferred', 'cancelled'] satisfies NoteState[])

/** How urgent a state is. */
const tones: Partial<Record<NoteState, Standing['tone']>> = { matured: 'warning', defaulted: 'danger' }

/** A note's label on a day. */
export interface Standing {
  /** One word for a column of a file, such as 'Late'. */
  word: string
  /** The same for people, such as 'Late 3 days'. */
  label: string
  tone: 'plain' | 'warning' | 'danger'
}

/** Lateness of a note. */
export interface Late {
  /** The first passed pay date with something unpaid. */
  since: Day
  /** Days since then. */
  days: number
}

/** A note's facts in a list. */
export interface StandingFacts {
  /** Of `noteStates`; as text, since rows have text. */
  state: string
  /** Null if nothing is late. */
  late: Late | null
}

/**
 * The one source of a note's label on pages, in files and in mail. A default takes precedence over late; a final state
 * is combined with it; any other state yields to it.
 * @param reader who reads it
 */
export function standingOf({ state, late }: StandingFacts, reader: 'office' | 'holder' = 'office'): Standing {
  const known = state as NoteState
  const word = (reader === 'holder' && holdersWords[known]) || noteStates[known] || state
  if (!late || state === 'defaulted') return { word, label: word, tone: tones[known] ?? 'plain' }
  const days = countOf(late.days, 'day')
  if (ended.has(state)) return { word: `${word}, late`, label: `${word}, late ${days}`, tone: 'danger' }
  return { word: 'Late', label: `Late ${days}`, tone: 'danger' }
}

/** A scheduled payment with its unpaid amount in cents. */
export interface PaymentLeft {
  pay: Day
  left: bigint
}

/** @returns whether a payment is late on a day: its pay date has passed, and something is unpaid */
export function isLate({ pay, left }: PaymentLeft, day: Day): boolean {
  return left > 0n && pay < day
}

/**
 * @param lateInterest accrued on late principal by the day (`owedOn`), in cents: it is payable with it
 * @returns the lateness of a note on a day, with its sum in cents; null if nothing is late
 */
export function lateOf(
  payments: readonly PaymentLeft[],
  day: Day,
  lateInterest: bigint,
): (Late & { cents: bigint }) | null {
  const late = payments.filter(payment => isLate(payment, day))
  const since = late.map(({ pay }) => pay).sort()[0]
  if (since === undefined) return null
  return { since, days: daysBetween(since, day), cents: late.reduce((sum, { left }) => sum + left, lateInterest) }
}

/**
 * @returns lateness from the first late pay date, as `lateSince` in app/lists/server/late-since.ts finds it for many notes
 * at once
 */
export function toLate(since: Day | null, day: Day): Late | null {
  return since === null ? null : { since, days: daysBetween(since, day) }
}
