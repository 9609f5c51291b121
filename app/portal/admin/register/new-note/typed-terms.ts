import { noteSettings } from '../../../../../content/notes.ts'
import { tiers } from '../../../../../content/tiers.ts'
import type { Convention } from '../../../../../rules/notes/calendar.ts'
import { parseCents, parseRate } from '../../../../../rules/notes/money.ts'
import type { NoteTerms } from '../../../../../rules/notes/schedule.ts'
import { checkTerms, type TermsProblem, tierFor, tierRateBp } from '../../../../../rules/notes/terms.ts'

/** The terms of a new note, as typed. */
export interface TypedTerms {
  principal: string
  rate: string
  term_months: string
  payout: string
  day_count: string
  convention: string
  issue_date: string
  first_payment_date: string
}

/** @returns what a new note starts with */
export function usualTerms(today: string): TypedTerms {
  return {
    principal: '',
    rate: '',
    term_months: '12',
    payout: 'monthly',
    day_count: noteSettings.dayCount,
    convention: noteSettings.convention,
    issue_date: today,
    first_payment_date: '',
  }
}

/** @returns the rate that the tier of an amount pays, such as '11'; empty where there is no tier */
export function tierRate({ principal, term_months }: TypedTerms): string {
  const cents = parseCents(principal)
  const tier = cents === undefined ? undefined : tierFor(cents, tiers)
  return tier ? String(tierRateBp(tier, term_months === '24' ? 24 : 12) / 100) : ''
}

/** @returns the terms as the arithmetic takes them; what can't be read has a value that `checkTerms` refuses */
export function readTerms(typed: TypedTerms): NoteTerms {
  return {
    principalCents: parseCents(typed.principal) ?? 0n,
    rateBp: parseRate(typed.rate || tierRate(typed)) ?? 0,
    termMonths: Number(typed.term_months) as NoteTerms['termMonths'],
    payout: typed.payout as NoteTerms['payout'],
    dayCount: typed.day_count as NoteTerms['dayCount'],
    convention: typed.convention as Convention,
    issueDate: typed.issue_date,
    ...(typed.first_payment_date && { firstPaymentDate: typed.first_payment_date }),
  }
}

/** @returns what is wrong with terms; nothing where a note can be made of them */
export function problemsOf(typed: TypedTerms, today: string): TermsProblem[] {
  return checkTerms(readTerms(typed), tiers, { today, limits: noteSettings.limits })
}
