import { shortDollars } from '../rules/number.ts'
import { fund } from './fund.ts'
import { yesFrom } from './leaders-in-words.ts'
import { commitmentRange, loanRange, payoutList, rateRange } from './words.ts'

/** The words of the landing and overview page. */
export const overview = {
  title: 'Overview',
  description: `${fund.name} on one page: ${rateRange} fixed returns, ${commitmentRange} year tiers, discretion.`,
  highlights: [
    { value: rateRange, name: 'fixed returns' },
    { value: commitmentRange, name: 'year tiers' },
    { value: '100%', name: 'discretion' },
  ],
  does: {
    heading: 'What We Do',
    entries: [
      `Make ${loanRange} month loans to high-income professionals`,
      'Pay investors a fixed rate on a promissory note',
      `Pay ${payoutList}, including to retirement accounts`,
      'Secure loans with collateral, surety bonds and a reserve',
      'Borrow nothing, and charge investors no fees',
    ],
  },
  condition: `For accredited investors, from ${shortDollars(fund.minimum)}. You can lose money.`,
  contact: 'Get In Touch',
  more: 'Learn More',
  leaving: 'Transitioning...',
  scroll: 'Our approach',
  approach: {
    heading: 'Our Approach',
    text: [
      `We know who we lend to. We meet every borrower, verify every income from original documents, and need ${yesFrom}. ` +
        'If a loan needs a long explanation, we don’t make it.',
      `We keep it short. Within ${loanRange} months, a loan is repaid or reviewed again, so nothing drifts.`,
      'We keep it private. We never name borrowers to investors, or investors to anyone without a right to know.',
    ],
  },
  why: {
    heading: `Why ${fund.shortName}`,
    entries: [
      { name: 'One rate, on paper', text: `${rateRange} a year by tier and term, stated on the note before you wire.` },
      { name: 'One kind of loan', text: 'Short, secured, and made to people we’ve met. We don’t chase trends.' },
      { name: 'One family', text: 'The people who decide answer the phone and hold the same notes you do.' },
    ],
  },
  explore: {
    heading: 'Ready to Explore?',
    text: 'Ask the person who signs the notes, or read the deck and the executive summary first.',
    ask: `Ask the ${fund.founder}`,
  },
}
