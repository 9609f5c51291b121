import { dollars } from '../rules/number.ts'
import { fund } from './fund.ts'
import { loanDecision } from './leaders-in-words.ts'
import { tiers } from './tiers.ts'
import {
  commitmentRange,
  deploymentRange,
  inWordsFirst,
  loanRange,
  payoutList,
  rateRange,
  reviewRange,
  secondYearAdds,
  theFounder,
} from './words.ts'

export type Question = {
  /** Part of the address: /faq#fees. */
  id: string
  question: string
  answer: string[]
  /** Steps in order, between the first paragraph and the rest. */
  steps?: string[]
}

const first = tiers[0]
const last = tiers.at(-1) ?? first

const questions: Question[] = [
  {
    id: 'fees',
    question: 'What fees do you charge investors?',
    answer: [
      'None. You pay no management fee, no placement fee and no share of profits. The full amount you wire goes ' +
        'into your note, and the rate on the note is the rate you’re paid.',
      'The fund earns the difference between what borrowers pay and what notes pay.',
    ],
  },
  {
    id: 'process',
    question: 'What is the investment process?',
    answer: [
      `Our review takes ${reviewRange} days and includes verifying that you’re an accredited investor. After that, ` +
        'there are three steps:',
      `Funds are deployed within ${deploymentRange} hours of approval.`,
    ],
    steps: ['Sign the subscription agreement.', 'Sign the promissory note.', 'Transfer the funds.'],
  },
  {
    id: 'loans',
    question: 'What kind of loans do you make?',
    answer: [
      `Short ones, for ${loanRange} months, to high-income professionals: physicians, surgeons, attorneys, owners ` +
        'of established practices. Typical reasons are buying into a practice, paying a tax bill before a bonus ' +
        'arrives, or buying a house before selling another.',
      'We don’t lend to startups, and we never lend borrowed money.',
    ],
  },
  {
    id: 'minimum',
    question: `Why is the minimum ${dollars(fund.minimum)}?`,
    answer: [
      `Each investor holds an individual note that we service by hand. ${dollars(fund.minimum)} is where that pays ` +
        `for itself without a fee. It’s also where the first tier begins, at ${first.oneYear}% for one year.`,
      `The fund is open to accredited investors only, whatever the amount.`,
    ],
  },
  {
    id: 'protection',
    question: 'How is my investment protected?',
    answer: [
      'In three layers: collateral pledged by borrowers, surety bonds, and a reserve fund kept in cash. The fund ' +
        'has no debt of its own, so no lender is paid ahead of note holders.',
      'None of this is a guarantee. Collateral can turn out to be worth less than expected, bonds have limits, and ' +
        'a reserve can run out. You can lose money, including your entire investment.',
    ],
  },
  {
    id: 'fixed',
    question: 'Why are the returns fixed?',
    answer: [
      'Because a promissory note is a debt with a stated rate, not a share of the results. Our borrowers pay fixed ' +
        `rates too, so the fund knows what’s coming in before it promises what goes out: ${rateRange} a year, by ` +
        'tier and term.',
      '“Fixed” describes what you’re owed. Whether you’re paid depends on borrowers paying the fund.',
    ],
  },
  {
    id: 'payments',
    question: 'When will I be paid?',
    answer: [
      `${fund.payouts.length > 1 ? 'On the schedule you choose: ' : ''}${payoutList}. It’s written into your note, with the date of every payment, and ` +
        'your principal is returned at the end of the term.',
      `Commitments run ${commitmentRange} years. A second year adds ${secondYearAdds}, for up to ` +
        `${last.twoYears}%.`,
    ],
  },
  {
    id: 'privacy',
    question: 'How do you protect borrowers’ privacy?',
    answer: [
      'Borrowers come to us because they’d rather keep their borrowing private. Their names and papers stay with ' +
        'the few people who approve and service the loan. Investors see what a loan is for, how it’s secured and how ' +
        'it performs, but not who the borrower is.',
      'The same goes for you: we never name one investor to another, and we disclose only what the law requires.',
    ],
  },
  {
    id: 'retirement',
    question: 'Can I invest through a retirement account?',
    answer: [
      'Yes, through an account that can hold a promissory note, such as a self-directed IRA. Your custodian signs ' +
        'for the account and wires the funds, and payments go back into the account.',
      'The rules on prohibited transactions and taxes are strict. Talk to your custodian and a tax adviser first; ' +
        'we don’t give tax advice.',
    ],
  },
  {
    id: 'diligence',
    question: 'What due diligence do you do on a loan?',
    answer: [
      'We verify identity, license and income from original documents, list every obligation, value the ' +
        'collateral, search for liens and judgments, and write down how the loan will be repaid if the first plan ' +
        `fails. ${loanDecision}`,
      'The due diligence package describes the full process, and you can request it before you commit.',
    ],
  },
  {
    id: 'short-loans',
    question: 'Why are short loans safer?',
    answer: [
      `Less can change in ${loanRange} months than in ten years: an income, a price, a rate. A short loan is soon ` +
        'repaid or reviewed, so a mistake is caught while it’s small.',
      'Safer doesn’t mean safe. A borrower can default in the first month, which is why our loans are secured as ' +
        'well as short.',
    ],
  },
]

/** The questions investors ask first, with their answers. */
export const faq = {
  title: 'Frequently asked questions',
  description: `Fees, the process, the ${dollars(fund.minimum)} minimum, payments, protection and risk, answered plainly.`,
  heading: 'Questions, answered plainly',
  lead: `${inWordsFirst(questions.length)} things investors ask before they request documents.`,
  more: `Something else? Ask ${theFounder} directly.`,
  ask: `Ask the ${fund.founder}`,
  questions,
}
