import { testimonials } from './testimonials.ts'
import { tiers } from './tiers.ts'
import { deploymentRange, dollars, loanRange, rateRange, reviewRange } from './words.ts'

/** The amount of the worked example on the home page; its tier and rate follow from it. */
const exampleAmount = 600_000
const example = tiers.findLast(({ from }) => from <= exampleAmount) ?? tiers[0]
const yearly = (exampleAmount * example.twoYears) / 100

/** The words of the home page below its first screen and its rates. */
export const homeParts = {
  fixed: {
    heading: 'Fixed returns, worked through',
    text:
      `Place ${dollars(exampleAmount)} for two years. That is ${example.name}: ${example.twoYears}% a year, simple ` +
      'interest, whatever markets do.',
    figures: [
      { value: dollars(yearly / 12), name: 'a month' },
      { value: dollars(yearly), name: 'a year' },
      { value: dollars(yearly * 2), name: 'over two years' },
    ],
    condition:
      `Then the ${dollars(exampleAmount)} come back. This is arithmetic, before tax; a note is not insured, and payment ` +
      'depends on borrowers paying the fund.',
    more: { label: 'Work out your own', to: '/investor-info' },
  },
  why: {
    heading: 'Why the fund was built',
    statement: 'We were asked for two things: to borrow without being seen, and to lend without having to guess.',
    text: [
      'People with high incomes are poorly served when they need money for a few months. A bank wants two years of ' +
        'returns and six weeks. They would gladly pay more to be answered this week and not talked about.',
      'Investors asked for the opposite of excitement: a sum, a rate, a date. The fund was built to bring the two ' +
        'together, under one roof and on one page of paper, with the family’s own money on the same terms.',
    ],
  },
  delivery: {
    heading: 'How returns are delivered',
    text:
      'You choose the rhythm when you sign, and it stays. Payments go by transfer to the account you name, also to a ' +
      'retirement account such as a self-directed IRA.',
    rhythms: [
      { name: 'Monthly', payments: 12, text: 'Twelve payments a year' },
      { name: 'Quarterly', payments: 4, text: 'Four payments a year' },
      { name: 'Annually', payments: 1, text: 'One payment at each year’s end' },
    ],
    note: 'The principal returns with the last payment, unless you and the fund agree on a new note.',
  },
  peace: {
    heading: 'Peace of mind',
    entries: [
      {
        name: 'Collateral',
        text: 'Borrowers pledge assets of their own, valued before the loan is made and not only when it is late.',
      },
      {
        name: 'Surety bonds',
        text: 'A bond of a third party stands behind obligations to the fund, up to its stated limit.',
      },
      { name: 'Reserve fund', text: 'Cash set aside so that a late borrower need not mean a late payment to you.' },
      { name: 'No leverage', text: 'The fund owes nothing to a bank. No lender stands before note holders.' },
    ],
    note:
      'These reduce risk and do not remove it. Each has limits, set out in the offering documents, and you can lose ' +
      'money.',
  },
  process: {
    heading: 'Four steps, in this order',
    steps: [
      {
        name: 'Talk',
        text: 'Put your questions to the founder, and say what you want the money to do. Nothing is signed.',
      },
      {
        name: 'Review',
        text: `We verify that you are an accredited investor; you read the documents. It takes ${reviewRange} days.`,
      },
      { name: 'Sign', text: 'First the subscription agreement, then the promissory note with your rate and dates.' },
      {
        name: 'Transfer',
        text: `You wire the funds. They are deployed within ${deploymentRange} hours of approval, and the note runs.`,
      },
    ],
    action: 'Get Started',
  },
  leadership: {
    heading: 'Leadership',
    text: 'Two partners decide, and both must agree on every loan. You can speak to either before you invest, and after.',
    action: 'Ask the Founder',
    more: { label: 'Who they are', to: '/about' },
  },
  freedom: {
    heading: 'Freedom is knowing what comes, and when.',
    text:
      `No ticker to watch, no tenant to call, no quarterly letter to decode. Loans of ${loanRange} months, a note with ` +
      'dates on it, and your time to yourself. What it asks in return: money you can leave alone until the note ends, ' +
      'since it cannot be sold on.',
  },
  now: {
    heading: 'Why private credit now',
    text:
      'Private credit has grown because borrowers want speed and lenders want terms they can read. Three public ' +
      'institutions on what it is and what it risks, in our words; none of them knows or recommends this fund.',
    sources: testimonials,
    condition: `Their subject is private credit at large. Our rates of ${rateRange} and our loans are our own.`,
    action: 'Contact Us Now',
    read: 'Read',
  },
}
