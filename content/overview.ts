import { fund } from './fund.ts'
import { commitmentRange, loanRange, payoutList, rateRange, shortDollars } from './words.ts'

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
      `Lend for ${loanRange} months to professionals with high incomes`,
      'Pay investors a rate fixed on a promissory note',
      `Pay ${payoutList}, to retirement accounts too`,
      'Secure loans by collateral, surety bonds and a reserve',
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
      'We know who we lend to. Every borrower is met, every income is verified from original papers, and two partners ' +
        'have to say yes. A loan that needs a long explanation is not made.',
      `We keep it short. In ${loanRange} months a loan is repaid or looked at again, so nothing is left to drift.`,
      'We keep it quiet. Borrowers are not named to investors, nor investors to anyone without a right to know.',
    ],
  },
  why: {
    heading: `Why ${fund.shortName}`,
    entries: [
      { name: 'One rate, on paper', text: `${rateRange} a year by tier and term, named on the note before you wire.` },
      { name: 'One kind of loan', text: 'Short, secured, to people we have met. We do not follow fashions.' },
      { name: 'One family', text: 'Those who decide answer the phone, and hold the same notes as you.' },
    ],
  },
  explore: {
    heading: 'Ready to Explore?',
    text: 'Ask the person who signs the notes, or read the deck and the executive summary first.',
    ask: 'Ask the Founder',
  },
}
