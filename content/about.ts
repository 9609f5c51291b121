import { shortDollars } from '../rules/number.ts'
import { fund } from './fund.ts'
import { leaders } from './leaders.ts'
import { commitmentRange, loanRange, rateRange } from './words.ts'

/** The words of the page about the fund. */
export const about = {
  title: 'About',
  description:
    `${fund.name} is a family-run private lending firm under Rule 506(c). It borrows nothing, lends for ${loanRange} ` +
    'months and pays a fixed rate on a promissory note.',
  heading: 'A family firm that lends its own way',
  lead:
    `${fund.shortName} raises money from accredited investors, pays them a fixed rate on a promissory note, and ` +
    'makes short loans to high-income professionals. That’s all we do.',
  mission: {
    heading: 'Our mission',
    text: [
      'To make lending something both sides can understand on one page. The borrower knows what is owed and when. ' +
        'The investor knows what is paid and when. We keep the difference between the two, and we say so.',
      'We’re family-run and plan to stay that way. The people who decide on a loan are the people who answer your ' +
        'call, and no one is paid to sell you a note.',
    ],
  },
  differences: {
    heading: 'What’s different',
    entries: [
      {
        name: 'No leverage',
        text:
          'The fund doesn’t borrow in order to lend. No bank is paid ahead of you, and none can call in a loan at ' +
          'the worst moment.',
      },
      {
        name: 'A rate on paper',
        text:
          `Your note states a rate of ${rateRange} a year, by tier and term. It doesn’t follow a market or an index. ` +
          'It’s an obligation of the fund, and no one else guarantees it.',
      },
      {
        name: 'Short loans',
        text:
          `Loans run ${loanRange} months and commitments ${commitmentRange} years, so the money is repaid and its ` +
          'next loan reviewed at least once in your term.',
      },
      {
        name: 'Discretion',
        text:
          'We never publish the names of borrowers or investors, and we share a file only with people who need to ' +
          'see it or are legally entitled to.',
      },
    ],
  },
  leaders: {
    heading: 'Who decides',
    entries: leaders,
    ask: `Ask the ${fund.founder}`,
  },
  numbers: {
    heading: 'By the Numbers',
    entries: [
      { value: shortDollars(fund.currentRaise), name: 'current raise', text: 'Open to accredited investors only.' },
      {
        value: '100%',
        name: 'privacy maintained',
        text: 'We never name a borrower or an investor in public.',
      },
      {
        value: `${fund.responseHours}hrs`,
        name: 'average response time',
        text: 'By phone or e-mail, from someone who can answer.',
      },
    ],
  },
  advantage: {
    heading: 'Our strategic advantage',
    text: [
      'Banks are slow with borrowers whose income is high but irregular, or who need an answer this week. They’re ' +
        'good borrowers who will pay for speed and privacy. We know this group, lend to no one else, and keep each ' +
        'loan small relative to the fund.',
      'Because we owe nothing to a bank, we can wait when there’s nothing good on the desk. Patience is the hardest ' +
        'advantage to copy and the cheapest to keep.',
    ],
    risk:
      'Borrowers can still default and collateral can fall short. Read the risk factors in the offering documents ' +
      'before you decide.',
  },
}
