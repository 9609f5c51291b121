import { about } from './about.ts'
import type { Block, Sheet } from './deck-types.ts'
import { fund } from './fund.ts'
import { testimonials } from './testimonials.ts'
import { returns, tiers } from './tiers.ts'
import { commitmentRange, deploymentRange, dollars, loanRange, payoutList, reviewRange, shortDollars } from './words.ts'

/** The note that the deck reckons with: one of the third tier. That there is one is for the check to say. */
const third = tiers.at(2) ?? tiers[0]
const example = { amount: third.from, rate: third.twoYears, years: 2 }
const exampleYear = (example.amount * example.rate) / 100

const tierTable = {
  kind: 'table' as const,
  columns: ['Commitment', 'One year', 'Two years'],
  rows: tiers.map(tier => [tier.label.replace(' - ', ' – '), `${tier.oneYear}%`, `${tier.twoYears}%`]),
}

/** The thirteen pages of the pitch deck, in order. After a change run `npm run media`. */
export const deck: readonly Sheet[] = [
  {
    id: 'cover',
    heading: 'The Power of Certainty',
    lead: `What ${fund.name} lends, what its notes pay, and what you risk.`,
    blocks: [],
    note: fund.footnote,
  },
  {
    id: 'problem',
    heading: 'A known return has become hard to find',
    lead: 'Most of what an investor can buy names its return afterwards.',
    blocks: [
      {
        kind: 'list',
        items: [
          { term: 'Deposits', text: 'pay what the bank decides, and it may decide anew next month.' },
          { term: 'Traded bonds', text: 'fix a coupon, but not the price on the day you need to sell.' },
          { term: 'Shares', text: 'promise nothing, and ask for patience without a date.' },
          { term: 'Property and funds', text: 'tell you what they returned once they are sold.' },
        ],
      },
    ],
  },
  {
    id: 'what-we-do',
    heading: 'We lend for months and sign for years',
    lead: 'A family-run private lender. Investors’ money goes out as short loans; investors hold promissory notes.',
    blocks: [
      {
        kind: 'list',
        items: [
          { term: 'To whom', text: 'Professionals with high incomes, each known to us before a loan is made.' },
          { term: 'For how long', text: `Loans of ${loanRange} months; commitments of ${commitmentRange} years.` },
          { term: 'With what', text: 'Our investors’ notes alone. The fund borrows from no bank: no leverage.' },
          { term: 'How', text: 'In private. Neither borrowers nor investors are ever named.' },
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
          { term: 'Examined', text: 'Income, assets and the way the loan will be repaid are read and checked.' },
          { term: 'Secured', text: 'Collateral is agreed and written into the loan before a dollar leaves.' },
          { term: 'Paid out', text: `Approved money is put to work within ${deploymentRange} hours.` },
          { term: 'Repaid', text: `Principal and interest come back within ${loanRange} months, and are lent again.` },
        ],
      },
    ],
    note: 'A short loan is looked at anew each time it ends. A borrower can still fail to repay.',
  },
  {
    id: 'protection',
    heading: 'What stands between a loan and a loss',
    blocks: [
      {
        kind: 'list',
        items: [
          { term: 'Collateral', text: 'Each loan is secured by property of the borrower’s.' },
          { term: 'Surety bonds', text: 'A third party answers for obligations that a bond covers.' },
          { term: 'Reserve funds', text: 'Money set aside meets a payment that comes late.' },
          { term: 'No leverage', text: 'No bank stands in line ahead of our investors.' },
        ],
      },
    ],
    note: 'These lower the risk. None removes it: you can lose money, including all that you invest.',
  },
  {
    id: 'returns',
    heading: `What ${dollars(example.amount)} is promised over two years`,
    lead: `A note at ${example.rate}% a year, fixed for its term. Paid ${payoutList}, as you choose.`,
    blocks: [
      {
        kind: 'figures',
        items: [
          { value: dollars(exampleYear / 12), name: 'each month' },
          { value: dollars(exampleYear), name: 'each year' },
          { value: dollars(exampleYear * example.years), name: 'over two years' },
          { value: dollars(example.amount + exampleYear * example.years), name: 'interest and principal in all' },
        ],
      },
    ],
    note: 'Simple interest, before tax. A fixed rate is what a note promises, not a guarantee that it will be paid.',
  },
  {
    id: 'tiers',
    heading: `Four tiers, ${returns.from} to ${returns.to} per cent`,
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
          { term: 'Talk', text: 'A call with the founder or the team. Ask what you would ask a banker.' },
          {
            term: 'Review',
            text: `You read the documents; we confirm that you are accredited. It takes ${reviewRange} days.`,
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
    heading: 'The track of a dollar',
    lead: 'From your account and back to it, with a document at every stop.',
    blocks: [
      {
        kind: 'steps',
        items: [
          { term: 'You wire it', text: 'against a subscription agreement and a signed note.' },
          { term: 'We lend it', text: `on a secured loan of ${loanRange} months.` },
          { term: 'It earns', text: 'interest that the borrower owes under the loan’s own contract.' },
          { term: 'You are paid', text: `your fixed rate, ${payoutList}.` },
          { term: 'It comes back', text: 'as principal at the end of the term, or goes on in a new note.' },
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
    note: 'Links to the sources stand on the documents page. None of these institutions endorses the fund.',
  },
  {
    id: 'leadership',
    heading: 'Who answers for it',
    lead: 'Two people decide, and both can be reached by telephone.',
    blocks: [
      {
        kind: 'list',
        items: about.leaders.entries.map(({ role, inShort }) => ({ term: role, text: inShort })),
      },
    ],
    note: 'A family firm, without a sales desk.',
  },
  {
    id: 'terms',
    heading: 'The terms on one page',
    blocks: [
      {
        kind: 'table',
        columns: ['Term', 'What is agreed'],
        rows: [
          ['Instrument', 'Promissory note, offered under Rule 506(c)'],
          ['Who may invest', 'Accredited investors only'],
          ['Return', `${returns.from}–${returns.to}% a year, fixed by tier and term`],
          ['Commitment', `${commitmentRange.replace('-', '–')} years, from ${dollars(fund.minimum)}`],
          ['Payments', payoutList.replace(/^./, first => first.toUpperCase())],
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
    heading: 'Read the risk, then call',
    blocks: [
      { kind: 'text', paragraphs: [fund.disclaimer] },
      {
        kind: 'list',
        items: [
          { term: 'Telephone', text: fund.phone },
          { term: 'Mail', text: fund.emails.investors },
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
    `${fund.name} is a family-run private lender without leverage. Accredited investors hold promissory notes at fixed ` +
    `rates; their money is lent for ${loanRange} months to professionals with high incomes.`,
  blocks: [
    {
      kind: 'figures',
      items: [
        { value: `${returns.from}–${returns.to}%`, name: 'fixed a year' },
        { value: shortDollars(fund.minimum), name: 'minimum' },
        { value: `${commitmentRange.replace('-', '–')} years`, name: 'commitment' },
        { value: shortDollars(fund.currentRaise), name: 'current raise' },
      ],
    },
    tierTable,
    {
      kind: 'list',
      items: [
        { term: 'Payments', text: `${payoutList.replace(/^./, first => first.toUpperCase())}, as the note says.` },
        { term: 'Protection', text: 'Collateral on each loan, surety bonds, reserve funds, and no bank ahead of you.' },
        { term: 'To begin', text: `A call, a review of ${reviewRange} days, two signatures and a wire.` },
        { term: 'Retirement accounts', text: 'Self-directed IRAs and others can hold a note.' },
        { term: 'Contact', text: `${fund.phone} · ${fund.emails.investors}` },
      ],
    },
  ],
  note: fund.disclaimer,
}

/** All that is written on a sheet, a line or paragraph each: what a screen reader says in place of the picture. */
export function wordsOf(sheet: Sheet): string[] {
  return [sheet.lead, ...sheet.blocks.flatMap(linesOf), sheet.note].filter(line => line !== undefined)
}

function linesOf(block: Block): string[] {
  switch (block.kind) {
    case 'text':
      return block.paragraphs
    case 'list':
      return block.items.map(({ term, text }) => `${term}: ${text}`)
    case 'steps':
      return block.items.map(({ term, text }, i) => `${i + 1}. ${term}: ${text}`)
    case 'figures':
      return block.items.map(({ value, name }) => `${value} ${name}`)
    case 'table':
      return block.rows.map(row => lineOf(row, block.columns))
    case 'sources':
      return block.items.map(({ finding, publisher, title }) => `${finding} ${publisher}, ${title}`)
  }
}

/** A row of two columns as a term and its text; of more, each cell with its column's name. */
function lineOf([first, ...cells]: string[], columns: string[]): string {
  const named = cells.map((cell, i) => (cells.length > 1 ? `${columns[i + 1]} ${cell}` : cell))
  return `${first}: ${named.join(', ')}`
}
