import type { TermsLimits } from '../../content/note-types.ts'
import type { Tier } from '../../content/types.ts'
import { conventions, firstYear, lastYear } from '../../rules/business-days.ts'
import { addDays, addMonths, type Day, daysBetween, formatDay, isDay, partsOf } from '../../rules/days.ts'
import { type Cents, formatCents, formatRate } from '../../rules/money.ts'
import { type Payout, payoutMonths, yearDays } from './interest.ts'
import { maturityOf, type NoteTerms, periodAt } from './schedule.ts'
import { type TermsProblemCode, termsMessages } from './terms-messages.ts'

export type { NoteTerms } from './schedule.ts'

/** A problem with a note's terms. */
export interface TermsProblem {
  code: TermsProblemCode
  /** The term concerned. */
  field: keyof NoteTerms
  /** A valid day, amount or rate, or an invalid bound; in words. */
  figure?: string
}

/** Context of a check of terms. */
export interface TermsContext {
  /** Today in the fund's zone. */
  today: Day
  limits: TermsLimits
  /** Payouts the fund offers, unless a tier says otherwise; all by default. */
  payouts?: readonly Payout[]
}

export const termMonths = [12, 24] as const

/**
 * @param terms as typed: its choices may have any value
 * @param tiers lowest first; none for notes made under earlier tiers, whose amount and rate are then not checked
 * @returns the problems, in the form's order
 */
export function checkTerms(
  terms: NoteTerms,
  tiers: readonly Tier[],
  { today, limits, payouts }: TermsContext,
): TermsProblem[] {
  const choices: TermsProblem[] = [
    ...unless(termMonths.includes(terms.termMonths), 'termMonths', 'TERMS_TERM_INVALID'),
    ...unless(Object.hasOwn(payoutMonths, terms.payout), 'payout', 'TERMS_PAYOUT_INVALID'),
    ...unless(Object.hasOwn(yearDays, terms.dayCount), 'dayCount', 'TERMS_DAY_COUNT_INVALID'),
    ...unless(conventions.includes(terms.convention), 'convention', 'TERMS_CONVENTION_INVALID'),
  ]
  const issue = issueProblems(terms, today, limits)
  const offered = payouts && (tierFor(terms.principalCents, tiers)?.payouts ?? payouts)
  return [
    ...principalProblems(terms, tiers),
    ...rateProblems(terms, tiers, limits),
    ...choices,
    ...unless(
      choices.length > 0 || !offered || offered.includes(terms.payout),
      'payout',
      'TERMS_PAYOUT_NOT_OFFERED',
      offered?.join(', '),
    ),
    ...issue,
    ...(choices.length + issue.length === 0 ? firstPaymentProblems(terms, limits) : []),
  ]
}

/** @returns a problem as a sentence that says what to do */
export function termsProblemInWords({ code, figure }: TermsProblem): string {
  const message: string = termsMessages[code]
  return figure ? message.replace(/\.$/, `: ${figure}.`) : message
}

/**
 * Amounts between two tiers by less than a dollar belong to the lower.
 * @returns the tier of a principal; undefined below the lowest and above the highest
 */
export function tierFor<T extends Tier>(principalCents: Cents, tiers: readonly T[]): T | undefined {
  const highest = tiers.at(-1)
  if (!highest || principalCents > BigInt(highest.to) * 100n) return undefined
  return tiers.findLast(({ from }) => principalCents >= BigInt(from) * 100n)
}

/** @returns a tier's rate for a note of that term, in basis points */
export function tierRateBp(tier: Tier, months: 12 | 24): number {
  return Math.round((months === 12 ? tier.oneYear : tier.twoYears) * 100)
}

function principalProblems({ principalCents }: NoteTerms, tiers: readonly Tier[]): TermsProblem[] {
  if (principalCents <= 0n) return [{ field: 'principalCents', code: 'TERMS_PRINCIPAL_INVALID' }]
  const [lowest, highest] = [tiers[0], tiers.at(-1)]
  if (!lowest || !highest) return []
  const [least, most] = [BigInt(lowest.from) * 100n, BigInt(highest.to) * 100n]
  return [
    ...unless(principalCents >= least, 'principalCents', 'TERMS_PRINCIPAL_LOW', formatCents(least)),
    ...unless(principalCents <= most, 'principalCents', 'TERMS_PRINCIPAL_HIGH'),
  ]
}

function rateProblems({ rateBp, principalCents }: NoteTerms, tiers: readonly Tier[], limits: TermsLimits) {
  if (!Number.isInteger(rateBp) || rateBp <= 0) return unless(false, 'rateBp', 'TERMS_RATE_INVALID')
  const tier = tierFor(principalCents, tiers)
  const rates = tier ? [tierRateBp(tier, 12), tierRateBp(tier, 24)] : [rateBp]
  const [low, high] = [Math.min(...rates), Math.max(...rates)]
  return [
    ...unless(rateBp <= limits.rateCeilingBp, 'rateBp', 'TERMS_RATE_ABOVE_CEILING', formatRate(limits.rateCeilingBp)),
    ...unless(
      low <= rateBp && rateBp <= high,
      'rateBp',
      'TERMS_RATE_OUTSIDE_TIER',
      `${formatRate(low)} to ${formatRate(high)}`,
    ),
  ]
}

function issueProblems({ issueDate }: NoteTerms, today: Day, { issueMonthsAhead }: TermsLimits): TermsProblem[] {
  if (!isDay(issueDate) || partsOf(issueDate).year < firstYear || partsOf(issueDate).year > lastYear)
    return unless(false, 'issueDate', 'TERMS_ISSUE_DATE_INVALID')
  return unless(issueDate <= addMonths(today, issueMonthsAhead), 'issueDate', 'TERMS_ISSUE_DATE_FAR')
}

/**
 * A first period longer than a year would make the interest no longer 'qualified stated interest', and the note one
 * with original issue discount (26 CFR 1.1273-1(c)).
 */
function firstPaymentProblems(terms: NoteTerms, { firstPeriodDays }: TermsLimits): TermsProblem[] {
  const { issueDate, firstPaymentDate, payout } = terms
  if (!firstPaymentDate) return []
  const field = 'firstPaymentDate'
  if (!isDay(firstPaymentDate)) return unless(false, field, 'TERMS_FIRST_PAYMENT_INVALID')
  const months = payoutMonths[payout]
  const [year, latest] = [addMonths(issueDate, 12), addMonths(issueDate, months + 1)]
  if (firstPaymentDate <= issueDate) return unless(false, field, 'TERMS_FIRST_PAYMENT_EARLY')
  if (firstPaymentDate > year) return unless(false, field, 'TERMS_FIRST_PAYMENT_OVER_YEAR', formatDay(year))
  if (firstPaymentDate > latest)
    return unless(false, field, 'TERMS_FIRST_PAYMENT_LATE', `${formatDay(latest)} at the latest`)
  if (daysBetween(issueDate, firstPaymentDate) >= firstPeriodDays)
    return unless(hasLastInterest(terms), field, 'TERMS_LAST_PERIOD_EMPTY')
  const next = addMonths(firstPaymentDate, months)
  // A year and some days are too long for a first period, so annual notes are paid on the day of issue.
  return unless(false, field, 'TERMS_FIRST_PERIOD_SHORT', formatDay(next <= year ? next : year))
}

/** Under 30/360 a last period from the 30th to the 31st has no day, so its payment would be zero. */
function hasLastInterest(terms: NoteTerms): boolean {
  return periodAt(terms, addDays(maturityOf(terms), -1))?.days !== 0
}

function unless(ok: boolean, field: keyof NoteTerms, code: TermsProblemCode, figure?: string): TermsProblem[] {
  return ok ? [] : [{ field, code, ...(figure && { figure }) }]
}
