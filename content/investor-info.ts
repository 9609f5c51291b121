import { dollars } from '../rules/number.ts'
import { fund } from './fund.ts'
import type { InvestorInfo } from './types.ts'
import { payoutChoice, rateRange } from './words.ts'

/** The texts of the page for prospective investors. */
export const investorInfo: InvestorInfo = {
  title: 'Investor Info',
  description:
    `Rates of ${rateRange} by tier and term, and a calculator that shows every payment on a note, month by month. ` +
    'For accredited investors.',
  heading: 'Two things set your rate: how much, and how long.',
  lead:
    `The minimum is ${dollars(fund.minimum)}. Interest is paid ${payoutChoice}. These are today’s rates. ` +
    'Yours is fixed once you sign the note.',
  rates: {
    heading: 'By amount and term',
    caption: 'Rates by commitment and term',
    note: 'Percent a year, simple interest, fixed from the day the note is signed until it’s repaid.',
  },
  calculator: {
    heading: 'Every payment, before you sign',
    conditions: [
      'These figures apply the note’s fixed rate to the amount you entered. They assume that every payment is made in ' +
        'full and on time.',
      'A fixed rate is what the note promises. It is not a guarantee against loss: a borrower can default, and you can ' +
        'lose some or all of your principal.',
      'This is arithmetic, not an offer. Offers are made only to accredited investors, through the fund’s offering ' +
        'documents.',
    ],
  },
  reasons: {
    heading: `Why choose ${fund.shortName}`,
    entries: [
      {
        name: 'A rate, not a target',
        text:
          'You hold a promissory note. Its rate and payment dates are terms of a contract you can read, not an ' +
          'outcome we hope for.',
      },
      {
        name: 'No leverage',
        text:
          'The fund lends only what investors place with it and borrows nothing on top. No bank is ahead of you with ' +
          'a margin call.',
      },
      {
        name: `Loans of ${fund.loanMonths.from} to ${fund.loanMonths.to} months`,
        text:
          'Borrowers are high-income professionals with a short-term need. A short loan is repaid, or reviewed ' +
          'again, while what we know about the borrower is still current.',
      },
      {
        name: 'Three things behind a loan',
        text:
          'Collateral, surety bonds and reserve funds back what we lend. They make a loss less likely, and smaller; ' +
          'they can’t rule one out.',
      },
      {
        name: 'Retirement accounts',
        text: 'A self-directed IRA can hold a note. Your custodian signs for the account, and payments go back into it.',
      },
      {
        name: 'Discretion, both ways',
        text:
          'Borrowers never see your name, and you never see theirs. You see what you need to judge a loan: the ' +
          'collateral, the term and how we check it.',
      },
    ],
    deck: { label: 'View the pitch deck', to: '/pitch-deck' },
  },
  closing: {
    heading: 'The next step is a conversation',
    action: { label: 'Start Earning', to: '/contact' },
    portal: { label: 'Invest in your portal', to: '/profile/subscribe' },
    reassurances: [
      {
        name: 'Secure & Confidential',
        text: 'Your documents are kept in a portal that only you and the fund’s administrators can open.',
      },
      {
        // From `reviewDays` in fund.ts.
        name: `${fund.reviewDays.from}-${fund.reviewDays.to} Day Review Process`,
        text: 'From the day we receive your last document to the day you have our answer.',
      },
      {
        name: 'No Hidden Fees',
        text: 'Investors pay no entry fee, no management fee and no exit fee.',
      },
    ],
  },
}
