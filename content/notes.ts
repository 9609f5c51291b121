import { fund } from './fund.ts'
import type { NoteSettings } from './note-types.ts'

/**
 * How the fund's notes are made and kept. [C] marks what the fund's counsel decides; beside it is why the value is what
 * it is. A change applies to what is made after it: signed notes keep their terms.
 */
export const noteSettings: NoteSettings = {
  offering: `${fund.shortName} Promissory Notes`,
  numberPrefix: 'LK',
  // As the calculator on the site begins.
  termMonths: 24,
  // Equal payments, as the calculator on the site shows them.
  dayCount: '30/360',
  // [C] Paid on the next day banks are open: never before the money is due.
  convention: 'following',
  limits: {
    // [C] What commercial loans may bear at all times by the law of `governingLaw` in fund.ts.
    rateCeilingBp: 1800,
    // [C] The most that this law ever allows, were it only in some weeks.
    lawfulBp: 2800,
    // Further ahead is a mistyped year.
    issueMonthsAhead: 12,
    // A payment for a few days costs more to make and explain than it is worth.
    firstPeriodDays: 5,
  },
  // [C] None: a higher rate after default can be a penalty, or usurious.
  defaultRateBp: undefined,
  // [C] Time for a bank transfer that came back to be sent again.
  graceDays: 10,
  // [C] Less is a bank’s fee or a slip of rounding: it is paid, and no reason to call the principal.
  leastDefault: 100,
  // A signed note that is never funded must not stay open at an old rate.
  fundingBusinessDays: 10,
  // [C] As long as the longest verification for one sale holds (saleDays in accreditation.ts): a note that was issued since can
  // still be written here as a draft, verified and signed.
  importHistoryDays: 90,
  // [C] Two months to prove accreditation again, and two weeks for the fund to have the cash ready.
  maturity: { notice: 60, firstReminder: 30, secondReminder: 20, closes: 15 },
  // [C] The fund's minimum: a renewal is a sale, and less would not prove accreditation by amount.
  minimumRenewal: fund.minimum,
  // [C] Interest is fixed for the term, so money lent out is not due back early.
  earlyRedemption: 'Before maturity only with the fund’s consent, on terms agreed then.',
  // [C] Takes the note out of the rules for electronic bearer notes (UETA § 16, as your state has enacted it), and
  // makes it 'in registered form', whose interest is reported from $10 a year (26 USC 6049).
  registered: 'This note is registered, non-negotiable, and transferable only on the issuer’s register.',
}
