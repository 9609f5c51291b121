import { countOf } from '../number.ts'
import { type Day, daysBetween } from './days.ts'

/** The states of a note, in words. Which follows which: workflows.ts; what a page says of a note: `standingOf`. */
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
 * What the calendar makes of a note's state: current from its issue date on, matured from its maturity date on. It holds from
 * midnight, whenever the hourly job `advance-notes` gets to write it down.
 * @param state as it is stored
 * @param dates 'YYYY-MM-DD'; null where the note has none yet
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

/** Those that its holder reads in other words. */
const holdersWords: Partial<Record<NoteState, string>> = { signed: 'Signed, waiting for funds', paid: 'Paid back' }

/** States that a note ends in: interest that was due by then can be late all the same. */
const ended = new Set<string>(['paid', 'renewed', 'transferred', 'cancelled'] satisfies NoteState[])

/** How urgent a state is. */
const tones: Partial<Record<NoteState, Standing['tone']>> = { matured: 'warning', defaulted: 'danger' }

/** What is said of a note on a day. */
export interface Standing {
  /** One word for a column of a file, such as 'Late'. */
  word: string
  /** The same for people, such as 'Late 3 days'. */
  label: string
  tone: 'plain' | 'warning' | 'danger'
}

/** What is late of a note. */
export interface Late {
  /** The first pay date that has passed with something unpaid. */
  since: Day
  /** Days since then. */
  days: number
}

/** A note as a list has it. */
export interface StandingFacts {
  /** Of `noteStates`; as text, since rows come as text. */
  state: string
  /** Null where nothing is. */
  late: Late | null
}

/**
 * The one place that says what a note is: a page, a file or a mail that names its state asks here. A default says more than
 * late; how a note ended is said with it; every other state says less.
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

/** A payment of a schedule, with what is left to pay of it in cents. */
export interface PaymentLeft {
  pay: Day
  left: bigint
}

/** @returns whether a payment is late on a day: its pay date has passed, and something is unpaid */
export function isLate({ pay, left }: PaymentLeft, day: Day): boolean {
  return left > 0n && pay < day
}

/**
 * @param lateInterest what has run on late principal by the day (`owedOn`), in cents: it is to be paid with it
 * @returns what is late of a note on a day, with its sum in cents; null where nothing is
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

/** @returns the same of the first late pay date, as `lateSince` of server/lists/late-since.ts finds it for many notes at once */
export function toLate(since: Day | null, day: Day): Late | null {
  return since === null ? null : { since, days: daysBetween(since, day) }
}
