import { fund } from './fund.ts'
import { tiers } from './tiers.ts'
import {
  commitmentRange,
  deploymentRange,
  dollars,
  loanRange,
  payoutList,
  rateRange,
  reviewRange,
  secondYearAdds,
} from './words.ts'

export type Question = {
  /** Part of the address: /faq#fees. */
  id: string
  question: string
  answer: string[]
  /** What is done, in order; stands between the first paragraph and the rest. */
  steps?: string[]
}

const [first, , , last] = tiers

/** The questions investors ask first, with their answers (specification section 2). */
export const faq = {
  title: 'Frequently asked questions',
  description: `Fees, the process, the ${dollars(fund.minimum)} minimum, payments, protection and risk, answered plainly.`,
  heading: 'Questions, answered plainly',
  lead: 'Eleven things investors ask before they ask for documents.',
  more: 'Something else? The founder answers in person.',
  ask: 'Ask the Founder',
  questions: [
    {
      id: 'fees',
      question: 'What fees do you charge investors?',
      answer: [
        'None. You pay no management fee, no placement fee and no share of profits. The whole amount you wire goes on ' +
          'your note, and the rate on the note is what it pays.',
        'The fund earns the difference between what borrowers pay and what notes pay.',
      ],
    },
    {
      id: 'process',
      question: 'What is the process of investing?',
      answer: [
        `A review takes ${reviewRange} days, and includes verifying that you are an accredited investor. Then there are ` +
          'three steps:',
        `Funds are deployed within ${deploymentRange} hours of approval.`,
      ],
      steps: ['Sign the subscription agreement.', 'Sign the promissory note.', 'Transfer the funds.'],
    },
    {
      id: 'loans',
      question: 'What kind of loans do you make?',
      answer: [
        `Short ones, of ${loanRange} months, to professionals with high incomes: physicians, surgeons, attorneys, owners ` +
          'of established practices. Typical reasons are buying into a practice, a tax bill due before a bonus, or a ' +
          'house bought before another is sold.',
        'We do not lend to start-ups, and never lend borrowed money.',
      ],
    },
    {
      id: 'minimum',
      question: `Why is the minimum ${dollars(fund.minimum)}?`,
      answer: [
        `Each investor holds a note of their own, serviced by hand. ${dollars(fund.minimum)} is where that pays for ` +
          `itself without a fee. It is also where the first tier begins, at ${first.oneYear}% for one year.`,
        `The fund is open to accredited investors only, whatever the amount.`,
      ],
    },
    {
      id: 'protection',
      question: 'How is my investment protected?',
      answer: [
        'In three layers: collateral pledged by borrowers, surety bonds, and a reserve fund kept in cash. The fund has no ' +
          'debt of its own, so no lender is paid before note holders.',
        'None of this is a guarantee. Collateral can be worth less than was thought, a bond has limits, and a reserve ' +
          'can run out. You can lose money, including all that you invest.',
      ],
    },
    {
      id: 'fixed',
      question: 'Why are the returns fixed?',
      answer: [
        'Because a promissory note is a debt with a rate on it, not a share in a result. Our borrowers pay fixed rates ' +
          `too, so the fund knows what comes in before it promises what goes out: ${rateRange} a year, by tier and term.`,
        'Fixed describes what is owed to you. Whether it is paid depends on borrowers paying the fund.',
      ],
    },
    {
      id: 'payments',
      question: 'When am I paid?',
      answer: [
        `As you choose: ${payoutList}. The schedule is written into your note, with the day of every payment, and the ` +
          'principal returns at the end of the term.',
        `Commitments run ${commitmentRange} years. A second year adds ${secondYearAdds}: up to ${last.twoYears}%.`,
      ],
    },
    {
      id: 'privacy',
      question: 'How do you keep borrowers private?',
      answer: [
        'Borrowers come to us because they would rather not be seen borrowing. Their names and papers stay with the few ' +
          'who decide on and service the loan. Investors see what a loan is for, how it is secured and how it performs, ' +
          'not whose it is.',
        'The same holds for you: we name no investor to another, and disclose what law requires and no more.',
      ],
    },
    {
      id: 'retirement',
      question: 'Can I invest through a retirement account?',
      answer: [
        'Yes, through accounts that may hold a promissory note, such as a self-directed IRA. Your custodian signs for the ' +
          'account and wires the funds; payments go back to the account.',
        'Rules on prohibited transactions and on tax are strict. Ask your custodian and a tax adviser first; we give no ' +
          'tax advice.',
      ],
    },
    {
      id: 'diligence',
      question: 'What due diligence do you do on a loan?',
      answer: [
        'We verify identity, licence and income from original papers, list every obligation, value the collateral, search ' +
          'for liens and judgments, and write down how the loan is repaid if the first plan fails. Two people must agree.',
        'The due diligence package describes the procedure in full, and you may ask for it before you commit.',
      ],
    },
    {
      id: 'short-loans',
      question: 'Why are short loans safer?',
      answer: [
        `Less can change in ${loanRange} months than in ten years: an income, a price, a rate. A short loan is repaid or ` +
          'examined soon, so a mistake is found while it is small.',
        'Safer is not safe. A borrower can default in the first month, which is why the loan is secured as well as short.',
      ],
    },
  ] satisfies Question[] as Question[],
}
