import { fund } from './fund.ts'
import type { NoteSettings } from './note-types.ts'

/**
 * How the fund's notes are made and serviced. [C] marks counsel's decisions, with the reason for each value. A change
 * applies only to later notes: signed notes retain their terms.
 */
export const noteSettings: NoteSettings = {
  offering: `${fund.shortName} Promissory Notes`,
  numberPrefix: 'LK',
  // Like the calculator's default.
  termMonths: 24,
  // Equal payments, as in the calculator on the site.
  dayCount: '30/360',
  // [C] Paid on the next day banks are open: never before the money is due.
  convention: 'following',
  limits: {
    // [C] The rate that commercial loans may bear at all times under the law of `governingLaw` in fund.ts.
    rateCeilingBp: 1800,
    // [C] The most that this law ever allows, even if only in some weeks.
    lawfulBp: 2800,
    // Further ahead is a mistyped year.
    issueMonthsAhead: 12,
    // A payment for a few days costs more to make and explain than it is worth.
    firstPeriodDays: 5,
  },
  // [C] None: a higher rate after default can be a penalty, or usurious.
  defaultRateBp: undefined,
  // [C] Time to resend a returned bank transfer.
  graceDays: 10,
  // [C] Less is a bank’s fee or a rounding error: it is paid, and no reason to call the principal.
  leastDefault: 100,
  // A signed note that is never funded must not stay open at an old rate.
  fundingBusinessDays: 10,
  // [C] As long as the longest verification for one sale holds (saleDays in accreditation.ts): a note issued since can
  // still be drafted, verified and signed here.
  importHistoryDays: 90,
  // [C] Two months to prove accreditation again, and two weeks for the fund to have the cash ready.
  maturity: { notice: 60, firstReminder: 30, secondReminder: 20, closes: 15 },
  // [C] The fund's minimum: a renewal is a sale, and less would not prove accreditation by amount.
  minimumRenewal: fund.minimum,
  // [C] Interest is fixed for the term, so money lent out is not due back early.
  earlyRedemption: 'Before maturity only with the fund’s consent, on terms agreed then.',
  // [C] Exempts the note from the rules for electronic bearer notes (UETA § 16, as your state has enacted it), and
  // makes it 'in registered form', with interest reported from $10 a year (26 USC 6049).
  registered: 'This note is registered, non-negotiable, and transferable only on the issuer’s register.',
}
