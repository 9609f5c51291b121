import type { NoteSettings } from '../../content/note-types.ts'
import type { Convention } from '../../rules/business-days.ts'
import { formatDay } from '../../rules/days.ts'
import { formatCents, formatRate, sumCents } from '../../rules/money.ts'
import { maturityOf, type NoteTerms, type ScheduleLine, scheduleOf } from './schedule.ts'
import { payoutNames } from './words.ts'

/** Parties and offering of a note. */
export interface NoteParties {
  /** The name exactly as titled. */
  holder: string
  offering: string
  /** Further sentences of the agreement: on early redemption, and `clausesOf`; in order. */
  also?: readonly string[]
}

/** Facts for an agreement's sentences that aren't in its terms. */
export interface ClauseFacts extends Pick<NoteSettings, 'graceDays' | 'maturity' | 'registered'> {
  /** Interest on late principal; null for the note's own rate. */
  defaultRateBp: number | null
}

const dayCounts = {
  '30/360': 'Days are counted 30/360: a whole month is 30 days, a year 360.',
  'actual/365': 'Days are counted actual/365: every day counts, and a year is 365 days, in leap years too.',
} as const

const payDays: Record<Convention, string> = {
  following: 'A payment due on a weekend or bank holiday is made on the next business day.',
  modified_following:
    'A payment due on a weekend or bank holiday is made on the next business day, or on the one before if the next is in another month.',
  preceding: 'A payment due on a weekend or bank holiday is made on the business day before.',
}

/**
 * @returns the agreement's sentences that the register's rules rely on. They are frozen with the terms: changes here
 * affect only later notes
 */
export function clausesOf(
  { dayCount, convention, rateBp }: Pick<NoteTerms, 'dayCount' | 'convention' | 'rateBp'>,
  { defaultRateBp, graceDays, maturity, registered }: ClauseFacts,
): string[] {
  const { notice, firstReminder, secondReminder, closes } = maturity
  return [
    `${dayCounts[dayCount]} Each payment of interest is rounded to the cent, and the last one takes what rounding left.`,
    `${payDays[convention]} The amount stays the same.`,
    'A payment settles interest first, what was due earliest first, then principal.',
    `Principal that is paid late bears interest of ${formatRate(defaultRateBp ?? rateBp)} a year for each day after its payment date, on a year of 365 days. Unpaid interest bears none.`,
    `The note can be declared in default once a payment is unpaid for more than ${counted(graceDays)} after its payment date.`,
    `The holder is notified of maturity ${counted(notice)} before it, and can choose until ${counted(closes)} before it whether the principal is repaid or renewed; who hasn’t chosen is reminded ${firstReminder} and ${counted(secondReminder)} before. A later choice counts if the fund agrees. Without a choice, the principal is repaid.`,
    registered,
  ]
}

function counted(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

/** @returns a note's terms in sentences, to be reviewed before they are frozen */
export function describeTerms(terms: NoteTerms, { holder, offering, also = [] }: NoteParties): string[] {
  const { principalCents, rateBp, termMonths, issueDate, payout } = terms
  const maturity = maturityOf(terms)
  return [
    `${holder} lends the fund ${formatCents(principalCents)} under ${offering}.`,
    `The note pays ${formatRate(rateBp)} a year, fixed and simple, from ${formatDay(issueDate)} for ${termMonths} months.`,
    `Interest is paid ${payoutNames[payout].toLowerCase()}. ${paymentsInWords(terms)}`,
    `The principal of ${formatCents(principalCents)} is due on ${formatDay(maturity)}.`,
    ...also,
  ]
}

function paymentsInWords(terms: NoteTerms): string {
  const lines = scheduleOf(terms)
  const cents = sumCents(lines.map(line => line.interestCents))
  const runs = runsOf(lines).map(({ count, cents }) =>
    count === 1 ? formatCents(cents) : `${count} times ${formatCents(cents)}`,
  )
  const last = lines.at(-1)
  if (!last) return ''
  const first = lines[0] as ScheduleLine
  const ends = `the first due on ${formatDay(first.due)}, the last on ${formatDay(last.due)}`
  const when = lines.length === 1 ? `due on ${formatDay(last.due)}` : ends
  // Under actual/365 nearly every payment differs: the schedule beside these sentences has them.
  const amounts = runs.length <= 4 ? `: ${listed(runs)}` : ''
  return `${lines.length === 1 ? 'One payment' : `${lines.length} payments`}, ${when}${amounts}. In all, ${formatCents(cents)}${differenceInWords(cents, terms)}.`
}

/** @returns how total interest differs from the rate times the term, as it does if the days of odd periods are counted */
function differenceInWords(cents: bigint, { principalCents, rateBp, termMonths }: NoteTerms): string {
  // Rounded half up, like interest.
  const plain = (principalCents * BigInt(rateBp * termMonths) + 60_000n) / 120_000n
  if (cents === plain) return ''
  const [by, than] = cents > plain ? [cents - plain, 'more'] : [plain - cents, 'less']
  return `: ${formatCents(by)} ${than} than ${formatRate(rateBp)} a year for ${termMonths} months, because of how days are counted`
}

/** @returns consecutive equal payments, merged */
function runsOf(lines: readonly ScheduleLine[]): { count: number; cents: bigint }[] {
  const runs: { count: number; cents: bigint }[] = []
  for (const { interestCents } of lines) {
    const run = runs.at(-1)
    if (run?.cents === interestCents) run.count++
    else runs.push({ count: 1, cents: interestCents })
  }
  return runs
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')}, then ${parts.at(-1)}`
}
