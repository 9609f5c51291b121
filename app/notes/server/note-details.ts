import { fund } from '../../../content/fund.ts'
import { noteSettings } from '../../../content/notes.ts'
import { tiers } from '../../../content/tiers.ts'
import { manyLines, oneLine } from '../../../rules/text.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { usStates } from '../../holders/holders.ts'
import { assertDay } from '../../ledger/server/assert-day.ts'
import { clausesOf } from '../describe.ts'
import { earlyRedemptionLength, offeringLength, payeeLength } from '../note-records.ts'
import { checkTerms, type NoteTerms, type TermsProblem, termsProblemInWords } from '../terms.ts'
import { daysToday } from './frozen-days.ts'

/** An administrator's input for a note. Amounts are cents, rates basis points, days 'YYYY-MM-DD'. */
export interface NoteDetails {
  holderId: string
  offering: string
  principalCents: bigint
  rateBp: number
  termMonths: number
  payout: string
  dayCount: string
  /** How payments on non-business days move; the fund's convention by default. */
  convention?: string
  /** Planned funding day, if any, used as the issue date to check the terms. */
  issueDate?: string
  firstPaymentDate?: string
  /** State of sale: two letters; the holder's by default. */
  saleState?: string
  defaultRateBp?: number
  earlyRedemption?: string
  /** Name of the account paid, without its number. */
  payee?: string
}

/**
 * @param check of the terms
 * @returns a note's columns, and separately those of its agreement, which the log omits
 * @throws PortalError with the first problem of the terms; NOTE_OFFERING_REQUIRED, NOTE_TEXT_LONG, NOTE_DAY_INVALID,
 * STATE_INVALID
 */
export function readNoteDetails(details: NoteDetails, check: (terms: NoteTerms) => void = assertOffered) {
  const offering = oneLine(details.offering)
  if (!offering || offering.length > offeringLength) throw new PortalError('NOTE_OFFERING_REQUIRED')
  const { issueDate, firstPaymentDate, saleState, defaultRateBp } = details
  const terms = {
    principalCents: details.principalCents,
    rateBp: details.rateBp,
    termMonths: details.termMonths,
    payout: details.payout,
    dayCount: details.dayCount,
    convention: details.convention ?? noteSettings.convention,
    issueDate: issueDate ? assertDay(issueDate) : fundDay(),
    ...(firstPaymentDate && { firstPaymentDate: assertDay(firstPaymentDate) }),
  } as NoteTerms
  check(terms)
  const default_rate_bp = assertDefaultRate(defaultRateBp ?? noteSettings.defaultRateBp)
  if (saleState && !usStates.includes(saleState)) throw new PortalError('STATE_INVALID')
  const columns = {
    offering,
    principal_cents: terms.principalCents,
    rate_bp: terms.rateBp,
    term_months: terms.termMonths,
    payout: terms.payout,
    day_count: terms.dayCount,
    convention: terms.convention,
    issue_date: issueDate ? terms.issueDate : null,
    first_payment_date: terms.firstPaymentDate ?? null,
    sale_state: saleState || null,
    default_rate_bp,
    early_redemption: limited(
      manyLines(details.earlyRedemption) || noteSettings.earlyRedemption,
      earlyRedemptionLength,
    ),
    payee: limited(oneLine(details.payee), payeeLength),
  }
  return { columns, agreement: agreementFor(terms, default_rate_bp) }
}

/** @returns the columns for the rest of the agreement of a note created now */
export function agreementFor(terms: ClauseTerms, defaultRateBp: number | null) {
  return { clauses: clausesFor(terms, defaultRateBp), ...daysToday() }
}

type ClauseTerms = Pick<NoteTerms, 'dayCount' | 'convention' | 'rateBp'>

/** @returns the agreement's sentences for a note created now */
export function clausesFor(terms: ClauseTerms, defaultRateBp: number | null): string[] {
  return clausesOf(terms, { ...noteSettings, defaultRateBp })
}

/** @throws PortalError with the first problem of a new note's terms, which says what is allowed */
export function assertOffered(terms: NoteTerms): void {
  refuseFirst(checkTerms(terms, tiers, { today: fundDay(), limits: noteSettings.limits, payouts: fund.payouts }))
}

/** The same of a note that was drafted before: the fund's payouts may have changed since. */
export function assertTerms(terms: NoteTerms): void {
  refuseFirst(checkTerms(terms, tiers, { today: fundDay(), limits: noteSettings.limits }))
}

/** The same of terms that were quoted or signed: their amount and rate stay, whatever the tiers are by now. */
export function assertAgreedTerms(terms: NoteTerms): void {
  refuseFirst(checkTerms(terms, [], { today: fundDay(), limits: noteSettings.limits }))
}

function refuseFirst([problem]: TermsProblem[]): void {
  if (problem) throw new PortalError(problem.code, { sentence: termsProblemInWords(problem) })
}

/** @returns whether the agreed first payment isn't possible with these terms */
export function isFirstPaymentImpossible(terms: NoteTerms): boolean {
  const problems = checkTerms(terms, tiers, { today: fundDay(), limits: noteSettings.limits })
  return problems.some(({ field }) => field === 'firstPaymentDate')
}

function assertDefaultRate(rateBp: number | undefined): number | null {
  if (rateBp === undefined) return null
  if (!Number.isInteger(rateBp) || rateBp <= 0) throw new PortalError('TERMS_RATE_INVALID')
  if (rateBp > noteSettings.limits.rateCeilingBp) throw new PortalError('TERMS_RATE_ABOVE_CEILING')
  return rateBp
}

function limited(text: string, most: number): string | null {
  if (text.length > most) throw new PortalError('NOTE_TEXT_LONG')
  return text || null
}
