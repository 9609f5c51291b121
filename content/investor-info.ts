import { fund } from './fund.ts'
import type { InvestorInfo } from './types.ts'
import { dollars, payoutList, rateRange, reviewRange } from './words.ts'

/** The words of the page for those who think of placing money. */
export const investorInfo: InvestorInfo = {
  title: 'Investor Info',
  description:
    `Rates of ${rateRange} by tier and term, and a calculator that shows every payment of a note, ` +
    'month by month. For accredited investors.',
  heading: 'Two things set your rate: how much, and how long.',
  lead:
    `The minimum is ${dollars(fund.minimum)}. Interest is paid ${payoutList}, as you choose. ` +
    'These are today’s rates: yours is fixed once the note is signed.',
  rates: {
    heading: 'By amount and by term',
    caption: 'Rates by commitment and term',
    note: 'Per cent a year, simple interest, fixed from the day the note is signed until it is repaid.',
  },
  calculator: {
    heading: 'Every payment, before you sign',
    conditions: [
      'These figures apply the note’s fixed rate to the amount you entered. They assume that every payment is made in ' +
        'full and on time.',
      'A fixed rate is what the note promises. It is not a guarantee against loss: a borrower can default, and you can ' +
        'lose some or all of your principal.',
      'This is arithmetic, not an offer. Offers are made only to accredited investors, by the fund’s offering documents.',
    ],
  },
  reasons: {
    heading: `Why choose ${fund.shortName}`,
    entries: [
      {
        name: 'A rate, not a target',
        text:
          'You hold a promissory note. Its rate and its dates of payment are terms of a contract you can read, not an ' +
          'outcome we hope for.',
      },
      {
        name: 'No leverage',
        text:
          'The fund lends the money investors place with it and borrows none on top. No bank stands ahead of you with a ' +
          'margin call.',
      },
      {
        name: `Loans of ${fund.loanMonths.from} to ${fund.loanMonths.to} months`,
        text:
          'Borrowers are professionals with high incomes and a short need. A short loan comes back, and is judged ' +
          'afresh, while what we know about the borrower is still true.',
      },
      {
        name: 'Three things behind a loan',
        text:
          'Collateral, surety bonds and reserve funds stand behind what we lend. They make a loss less likely and ' +
          'smaller; they cannot rule it out.',
      },
      {
        name: 'Retirement accounts',
        text: 'A self-directed IRA can hold a note. Your custodian signs for the account, and what is paid goes back into it.',
      },
      {
        name: 'Discretion, both ways',
        text:
          'Your name is not shown to borrowers, nor theirs to you. You see what you need to judge: the collateral, the ' +
          'term and the way it is checked.',
      },
    ],
    deck: { label: 'View the pitch deck', to: '/pitch-deck' },
  },
  closing: {
    heading: 'The next step is a conversation',
    action: { label: 'Start Earning', to: '/contact' },
    reassurances: [
      {
        name: 'Secure & Confidential',
        text: 'Your papers are kept in a portal that only you and the fund’s administrators can open.',
      },
      {
        name: `${reviewRange} Day Review Process`,
        text: 'From the day your last document reaches us to the day you have our answer.',
      },
      {
        name: 'No Hidden Fees',
        text: 'Investors are charged none: no entry fee, no management fee, no fee at the end.',
      },
    ],
  },
}
