/**
 * How the fund's notes are made and serviced. Counsel's decisions are marked [C] in `notes.ts`. Days are calendar days
 * unless they are named business days; rates are in basis points (1300 is 13%).
 */
export type NoteSettings = {
  /** The default offering of a new note. */
  offering: string
  /** The prefix of a note's number, such as 'CPL' in CPL-2026-0001. */
  numberPrefix: string
  /** The default term of a new note. */
  termMonths: 12 | 24
  /** The default day count of interest. */
  dayCount: '30/360' | 'actual/365'
  /** The default convention for a payment due on a weekend or holiday. */
  convention: 'following' | 'modified_following' | 'preceding'
  limits: TermsLimits
  /** Interest on principal unpaid past the last pay day; undefined for the note's own rate. */
  defaultRateBp: number | undefined
  /** Days after a pay day from which an unpaid note can be declared in default. */
  graceDays: number
  /** The minimum late amount for a default to be declared, US dollars. */
  leastDefault: number
  /** Business days after signing in which the funds must arrive, or the note is canceled. */
  fundingBusinessDays: number
  /** An imported note younger than this many days counts as a new sale, not as history, and needs a reason. */
  importHistoryDays: number
  maturity: MaturityDays
  /** The minimum renewal, US dollars. */
  minimumRenewal: number
  /** The default agreement on early redemption. */
  earlyRedemption: string
  /** The instrument's text about its transfer. */
  registered: string
}

/** The limits of `checkTerms`. */
export type TermsLimits = {
  rateCeilingBp: number
  /** The maximum that the fund's state ever allows: a higher ceiling is a mistake. */
  lawfulBp: number
  /** How many months ahead of today a note may be issued. */
  issueMonthsAhead: number
  /** The minimum days of a first payment's period. */
  firstPeriodDays: number
}

/** Days before maturity. */
export type MaturityDays = {
  notice: number
  firstReminder: number
  secondReminder: number
  /** The last day of the choice. */
  closes: number
}
