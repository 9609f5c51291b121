import { dollars, shortDollars } from '../rules/number.ts'
import { about } from './about.ts'
import type { Sheet } from './deck-types.ts'
import { fund } from './fund.ts'
import { leadersByPhone } from './leaders-in-words.ts'
import { testimonials } from './testimonials.ts'
import { returns, tiers } from './tiers.ts'
import {
  capitalized,
  commitmentRange,
  deploymentRange,
  inWordsFirst,
  loanRange,
  payoutChoice,
  payoutList,
  reviewRange,
  theFounder,
} from './words.ts'

const highest = tiers.at(-1) ?? tiers[0]
/** The note in the deck's examples: one of the third tier, or of the highest. */
const third = tiers.find((_, at) => at === 2) ?? highest
const example = { amount: third.from, rate: third.twoYears, years: 2 }
const exampleYear = (example.amount * example.rate) / 100

const tierTable = {
  kind: 'table' as const,
  columns: ['Commitment', 'One year', 'Two years'],
  rows: tiers.map(tier => [tier.label.replace(' - ', ' – '), `${tier.oneYear}%`, `${tier.twoYears}%`]),
}

/** The pages of the pitch deck, in order. After a change run `npm run media`. */
export const deck: readonly Sheet[] = [
  {
    id: 'cover',
    heading: 'The Power of Certainty',
    lead: `How ${fund.name} lends, what its notes pay, and what you risk.`,
    blocks: [],
    note: fund.footnote,
  },
  {
    id: 'problem',
    heading: 'A known return is hard to find',
    lead: 'Most investments tell you their return only afterward.',
    blocks: [
      {
        kind: 'list',
        items: [
          { term: 'Deposits', text: 'pay what the bank decides, and it can change its mind next month.' },
          { term: 'Traded bonds', text: 'fix a coupon, but not the price on the day you need to sell.' },
          { term: 'Stocks', text: 'promise nothing, and ask for patience with no end date.' },
          { term: 'Real estate and funds', text: 'tell you what they returned only after they’re sold.' },
        ],
      },
    ],
  },
  {
    id: 'what-we-do',
    heading: 'Short loans. One- or two-year notes.',
    lead: 'A family-run private lender. Investors hold promissory notes; we lend their money as short loans.',
    blocks: [
      {
        kind: 'list',
        items: [
          { term: 'Who we lend to', text: 'High-income professionals we know before we make a loan.' },
          { term: 'For how long', text: `Loans of ${loanRange} months; commitments of ${commitmentRange} years.` },
          {
            term: 'What we lend',
            text: 'Our investors’ money, and only that. The fund doesn’t borrow from banks: no leverage.',
          },
          { term: 'How', text: 'In private. We never name borrowers or investors.' },
        ],
      },
    ],
  },
  {
    id: 'loan',
    heading: 'How a loan works',
    blocks: [
      {
        kind: 'steps',
        items: [
          { term: 'Reviewed', text: 'We check income, assets and how the loan will be repaid.' },
          { term: 'Secured', text: 'We agree on collateral and write it into the loan before a dollar goes out.' },
          { term: 'Funded', text: `Approved money goes to work within ${deploymentRange} hours.` },
          { term: 'Repaid', text: `Within ${loanRange} months, with interest. Then we lend the money again.` },
        ],
      },
    ],
    note: 'We review a borrower again before every new loan. A borrower can still fail to repay.',
  },
  {
    id: 'protection',
    heading: 'What stands between a loan and a loss',
    blocks: [
      {
        kind: 'list',
        items: [
          { term: 'Collateral', text: 'Each loan is secured by the borrower’s property.' },
          { term: 'Surety bonds', text: 'A third party backs the obligations that a bond covers.' },
          { term: 'Reserve funds', text: 'Cash set aside covers a payment that’s late.' },
          { term: 'No leverage', text: 'No bank is in line ahead of our investors.' },
        ],
      },
    ],
    note: 'These lower the risk. None removes it: you can lose money, including your entire investment.',
  },
  {
    id: 'returns',
    heading: `What a ${dollars(example.amount)} note promises over two years`,
    lead: `A note at ${example.rate}% a year, fixed for its term. Paid ${payoutChoice}.`,
    blocks: [
      {
        kind: 'figures',
        items: [
          { value: dollars(exampleYear / 12), name: 'each month' },
          { value: dollars(exampleYear), name: 'each year' },
          { value: dollars(exampleYear * example.years), name: 'over two years' },
          { value: dollars(example.amount + exampleYear * example.years), name: 'total interest and principal' },
        ],
      },
    ],
    note: 'Simple interest, before tax. A fixed rate is what a note promises, not a guarantee that it will be paid.',
  },
  {
    id: 'tiers',
    heading: `${inWordsFirst(tiers.length)} tiers, ${returns.from}–${returns.to}%`,
    blocks: [tierTable],
    note: `Annual rates, fixed for the term of the note. Minimum ${dollars(fund.minimum)}.`,
  },
  {
    id: 'steps',
    heading: 'Four steps to a signed note',
    blocks: [
      {
        kind: 'steps',
        items: [
          { term: 'Talk', text: `A call with ${theFounder} or the team. Ask what you’d ask a banker.` },
          {
            term: 'Review',
            text: `You read the documents; we confirm that you’re accredited. It takes ${reviewRange} days.`,
          },
          { term: 'Sign', text: 'The subscription agreement, then the promissory note.' },
          { term: 'Fund', text: 'You wire the money, and your note’s term begins.' },
        ],
      },
    ],
    note: 'Retirement accounts, such as self-directed IRAs, can hold a note through their custodian.',
  },
  {
    id: 'dollar',
    heading: 'The path of a dollar',
    lead: 'From your account and back, with a document at every stop.',
    blocks: [
      {
        kind: 'steps',
        items: [
          { term: 'You wire it', text: 'against a subscription agreement and a signed note.' },
          { term: 'We lend it', text: `in a secured loan of ${loanRange} months.` },
          { term: 'It earns', text: 'interest that the borrower owes under the loan contract.' },
          { term: 'You are paid', text: `your fixed rate, ${payoutList}.` },
          { term: 'It’s returned', text: 'as principal at the end of the term, or rolled into a new note.' },
        ],
      },
    ],
  },
  {
    id: 'why-now',
    heading: 'Why private credit now',
    lead: 'What three public institutions have found, in our words.',
    blocks: [
      {
        kind: 'sources',
        items: testimonials.map(({ quote, company, link }) => ({
          finding: quote,
          publisher: company,
          title: link.title,
        })),
      },
    ],
    note: 'You’ll find links to the sources on the documents page. None of these institutions endorses the fund.',
  },
  {
    id: 'leadership',
    heading: 'Who’s accountable',
    lead: leadersByPhone,
    blocks: [
      {
        kind: 'list',
        items: about.leaders.entries.map(({ name, role, inShort }) => ({ term: `${name}, ${role}`, text: inShort })),
      },
    ],
    note: 'A family firm with no sales desk.',
  },
  {
    id: 'terms',
    heading: 'The terms on one page',
    blocks: [
      {
        kind: 'table',
        columns: ['Term', 'What we agree to'],
        rows: [
          ['Instrument', 'Promissory note, offered under Rule 506(c)'],
          ['Who may invest', 'Accredited investors only'],
          ['Return', `${returns.from}–${returns.to}% a year, fixed by tier and term`],
          ['Commitment', `${commitmentRange} years, from ${dollars(fund.minimum)}`],
          ['Payments', capitalized(payoutList)],
          ['Leverage', 'None'],
          ['Fees to investors', 'None'],
          ['Current raise', shortDollars(fund.currentRaise)],
          ['Governing law', fund.governingLaw],
        ],
      },
    ],
  },
  {
    id: 'contact',
    heading: 'Read the risks, then call',
    blocks: [
      { kind: 'text', paragraphs: [fund.disclaimer] },
      {
        kind: 'list',
        items: [
          { term: 'Phone', text: fund.phone },
          { term: 'E-mail', text: fund.emails.investors },
        ],
      },
    ],
  },
]

/** The executive summary: the same in one sheet. */
export const summary: Sheet = {
  id: 'summary',
  heading: 'Executive summary',
  lead:
    `${fund.name} is a family-run private lender with no leverage. Accredited investors hold promissory notes at ` +
    `fixed rates; we lend their money for ${loanRange} months to high-income professionals.`,
  blocks: [
    {
      kind: 'figures',
      items: [
        { value: `${returns.from}–${returns.to}%`, name: 'fixed a year' },
        { value: shortDollars(fund.minimum), name: 'minimum' },
        { value: `${commitmentRange} years`, name: 'commitment' },
        { value: shortDollars(fund.currentRaise), name: 'current raise' },
      ],
    },
    tierTable,
    {
      kind: 'list',
      items: [
        { term: 'Payments', text: `${capitalized(payoutList)}, as your note states.` },
        { term: 'Protection', text: 'Collateral on each loan, surety bonds, reserve funds, and no bank ahead of you.' },
        { term: 'Getting started', text: `A call, a ${reviewRange} day review, two signatures and a wire.` },
        { term: 'Retirement accounts', text: 'Self-directed IRAs and others can hold a note.' },
        { term: 'Contact', text: `${fund.phone} · ${fund.emails.investors}` },
      ],
    },
  ],
  note: fund.disclaimer,
}
