/**
 * How the fund's notes are made and kept. What counsel decides is marked [C] in `notes.ts`. Days are calendar days
 * unless they are named business days; rates are in basis points (1300 is 13%).
 */
export type NoteSettings = {
  /** What a new note is sold under, unless another offering is named. */
  offering: string
  /** The first letters of a note's number, such as 'CPL' in CPL-2026-0001. */
  numberPrefix: string
  /** The term that a new note starts with. */
  termMonths: 12 | 24
  /** How days of interest are counted unless a note says otherwise. */
  dayCount: '30/360' | 'actual/365'
  /** Where a payment due on a weekend or holiday goes unless a note says otherwise. */
  convention: 'following' | 'modified_following' | 'preceding'
  limits: TermsLimits
  /** Interest on principal unpaid past the last pay day; undefined for the note's own rate. */
  defaultRateBp: number | undefined
  /** Days after a pay day from which an unpaid note can be declared in default. */
  graceDays: number
  /** The least that can be late for a default to be declared, US dollars. */
  leastDefault: number
  /** Business days after signing in which the funds must arrive, or the note is canceled. */
  fundingBusinessDays: number
  /** Days for which an imported note counts as a new sale, not as history: it is taken only with a reason. */
  importHistoryDays: number
  maturity: MaturityDays
  /** The least that can be renewed, US dollars. */
  minimumRenewal: number
  /** How early redemption is agreed unless a note says otherwise. */
  earlyRedemption: string
  /** What the instrument says about its transfer. */
  registered: string
}

/** What `checkTerms` refuses. */
export type TermsLimits = {
  /** The highest rate that a note may have. */
  rateCeilingBp: number
  /** The highest that the fund's state ever allows: a ceiling above it is a slip. */
  lawfulBp: number
  /** How many months ahead of today a note may be issued. */
  issueMonthsAhead: number
  /** The fewest days a first payment may be for. */
  firstPeriodDays: number
}

/** Days before maturity. */
export type MaturityDays = {
  notice: number
  firstReminder: number
  secondReminder: number
  /** The last day on which a choice can be made. */
  closes: number
}
