import { dollars } from '../rules/number.ts'
import { fund } from './fund.ts'
import { leadersDecide } from './leaders-in-words.ts'
import { testimonials } from './testimonials.ts'
import { tiers } from './tiers.ts'
import { deploymentRange, loanRange, rateRange, reviewRange, theFounder } from './words.ts'

/** The amount of the worked example on the home page; its tier and rate follow. */
const exampleAmount = Math.min(fund.minimum * 3, tiers.at(-1)?.to ?? fund.minimum)
const example = tiers.findLast(({ from }) => from <= exampleAmount) ?? tiers[0]
const yearly = (exampleAmount * example.twoYears) / 100

/** The texts of the home page below its first screen and its rates. */
export const homeSections = {
  fixed: {
    heading: 'Fixed returns, worked through',
    text:
      `Invest ${dollars(exampleAmount)} for two years. That’s ${example.name}: ${example.twoYears}% a year, simple ` +
      'interest, whatever the markets do.',
    figures: [
      { value: dollars(yearly / 12), name: 'a month' },
      { value: dollars(yearly), name: 'a year' },
      { value: dollars(yearly * 2), name: 'over two years' },
    ],
    condition:
      `Then your ${dollars(exampleAmount)} is returned. This is arithmetic, before tax. A note isn’t insured, and ` +
      'payment depends on borrowers paying the fund.',
    more: {
      label: 'Run your own numbers',
      to: `/investor-info?amount=${exampleAmount}#calculator`,
    },
  },
  why: {
    heading: 'Why the fund was built',
    statement: 'People asked us for two things: a private way to borrow, and a predictable way to lend.',
    text: [
      'High-income professionals are poorly served when they need money for a few months. A bank wants two years of ' +
        'tax returns and six weeks. They’d gladly pay more for an answer this week and complete discretion.',
      'Investors wanted the opposite of excitement: a sum, a rate, a date. We built the fund to bring the two ' +
        'together, under one roof and on one page of paper, with the family’s own money in on the same terms.',
    ],
  },
  delivery: {
    heading: 'How returns are delivered',
    text:
      'You choose a schedule when you sign, and it doesn’t change. We pay by transfer to the account you name, ' +
      'including a retirement account such as a self-directed IRA.',
    // Limited to `payouts` of fund.ts.
    rhythms: [
      { payout: 'monthly', name: 'Monthly', payments: 12, text: 'Twelve payments a year' },
      { payout: 'quarterly', name: 'Quarterly', payments: 4, text: 'Four payments a year' },
      { payout: 'annually', name: 'Annually', payments: 1, text: 'One payment at the end of each year' },
    ] as const,
    note: 'Your principal is returned with the last payment, unless you and the fund agree on a new note.',
  },
  peace: {
    heading: 'Peace of mind',
    entries: [
      {
        name: 'Collateral',
        text: 'Borrowers pledge their own assets, and we value them before we make the loan, not after a payment is late.',
      },
      {
        name: 'Surety bonds',
        text: 'A third party’s bond backs obligations to the fund, up to its stated limit.',
      },
      {
        name: 'Reserve fund',
        text: 'Cash set aside so that a late borrower doesn’t have to mean a late payment to you.',
      },
      { name: 'No leverage', text: 'The fund owes nothing to a bank, so no lender is paid ahead of note holders.' },
    ],
    note:
      'These reduce risk; they don’t remove it. Each has limits, described in the offering documents, and you can ' +
      'lose money.',
  },
  process: {
    heading: 'Four steps, in order',
    steps: [
      {
        name: 'Talk',
        text: `Ask ${theFounder} your questions, and tell us what you want the money to do. You don’t sign anything yet.`,
      },
      {
        name: 'Review',
        text: `We verify that you’re an accredited investor while you read the documents. It takes ${reviewRange} days.`,
      },
      { name: 'Sign', text: 'First the subscription agreement, then the promissory note with your rate and dates.' },
      {
        name: 'Transfer',
        text:
          `You wire the funds, and we deploy them within ${deploymentRange} hours of approval. Your note’s term ` +
          'begins.',
      },
    ],
    action: 'Get Started',
  },
  leadership: {
    heading: 'Leadership',
    text: leadersDecide,
    action: `Ask the ${fund.founder}`,
    more: { label: 'Meet the partners', to: '/about#leaders' },
  },
  freedom: {
    heading: 'Freedom is knowing what you’ll be paid, and when.',
    text:
      `No ticker to watch, no tenant to call, no quarterly letter to decode. Loans of ${loanRange} months, a note ` +
      'with dates on it, and your time to yourself. What it asks in return is money you can leave alone until the ' +
      'note ends, since a note can’t be resold.',
  },
  now: {
    heading: 'Why private credit now',
    text:
      'Private credit has grown because borrowers want speed and lenders want terms they can read. Here’s how three ' +
      'public institutions describe it and its risks, in our words. None of them is affiliated with this fund or ' +
      'recommends it.',
    sources: testimonials,
    condition: `They write about private credit in general. Our rates of ${rateRange} and our loans are our own.`,
    action: 'Contact Us Now',
    read: 'Read',
  },
}
