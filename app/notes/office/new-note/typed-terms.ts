import { fund } from '../../../../content/fund.ts'
import { noteSettings } from '../../../../content/notes.ts'
import { tiers } from '../../../../content/tiers.ts'
import type { Convention } from '../../../../rules/business-days.ts'
import { decimalCents, parseCents, parseRate } from '../../../../rules/money.ts'
import type { NoteStory } from '../../../register/server/note-story.ts'
import type { NoteTerms } from '../../schedule.ts'
import { checkTerms, type TermsProblem, tierFor, tierRateBp } from '../../terms.ts'

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
    term_months: String(noteSettings.termMonths),
    payout: fund.payouts[0] ?? '',
    day_count: noteSettings.dayCount,
    convention: noteSettings.convention,
    issue_date: today,
    first_payment_date: '',
  }
}

/** @returns what the form about a draft starts with: the draft as it is */
export function termsToType(story: NoteStory, today: string): TypedTerms & Record<string, string> {
  const { terms, offering, saleState, defaultRateBp, payee, earlyRedemption } = story
  return {
    principal: decimalCents(terms.principalCents),
    rate: String(terms.rateBp / 100),
    term_months: String(terms.termMonths),
    payout: terms.payout,
    day_count: terms.dayCount,
    convention: terms.convention,
    issue_date: terms.issueDate ?? today,
    first_payment_date: terms.firstPaymentDate ?? '',
    offering,
    sale_state: saleState ?? '',
    default_rate: defaultRateBp ? String(defaultRateBp / 100) : '',
    payee: payee ?? '',
    early_redemption: earlyRedemption ?? '',
  }
}

/** @returns a form about a draft as the register takes it */
export function readDetails(typed: Record<string, string>) {
  const terms = readTerms({ ...usualTerms(''), ...typed } as TypedTerms)
  const defaultRate = parseRate(typed.default_rate ?? '')
  return {
    ...terms,
    offering: typed.offering || noteSettings.offering,
    saleState: typed.sale_state || typed.state || '',
    ...(defaultRate !== undefined && { defaultRateBp: defaultRate }),
    earlyRedemption: typed.early_redemption ?? '',
    payee: typed.payee ?? '',
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

/** @returns the problems with terms; none where a note can be made of them */
export function problemsOf(typed: TypedTerms, today: string): TermsProblem[] {
  return checkTerms(readTerms(typed), tiers, { today, limits: noteSettings.limits, payouts: fund.payouts })
}
