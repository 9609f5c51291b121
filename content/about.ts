import { fund } from './fund.ts'
import { commitmentRange, loanRange, rateRange, shortDollars } from './words.ts'

export type Leader = {
  /** Sample funds name roles, not people. */
  role: string
  /** Engraved on the medallion: two letters. */
  initials: string
  bio: string[]
  /** What they answer for, in one sentence: the deck's page about them takes it with the role. */
  inShort: string
}

/** The words of the page about the fund. */
export const about = {
  title: 'About',
  description:
    `${fund.name} is a family-run private lending firm under Rule 506(c). It borrows nothing, lends for ` +
    `${loanRange} months and pays a rate fixed on a note.`,
  heading: 'A family firm that lends its own way',
  lead:
    `${fund.shortName} takes money from accredited investors, pays a rate fixed on a promissory note, and lends for ` +
    'a few months at a time to professionals with high incomes. We do that and nothing else.',
  mission: {
    heading: 'Our mission',
    text: [
      'To make lending something both sides can understand on one page. The borrower knows what is owed and when. The ' +
        'investor knows what is paid and when. What we keep is the difference between the two, and we tell you so.',
      'We are family-run and mean to stay so. The people who decide on a loan are the people who answer your call, and ' +
        'no one is paid for selling you a note.',
    ],
  },
  differences: {
    heading: 'What is different',
    entries: [
      {
        name: 'No leverage',
        text:
          'The fund borrows nothing to lend more. No bank stands in front of you, and none can call a loan at the worst ' +
          'moment.',
      },
      {
        name: 'A rate on paper',
        text:
          `Your note names a rate of ${rateRange} a year, by tier and term. It does not follow a market or an index. It ` +
          'is an obligation of the fund, not a guarantee by anyone else.',
      },
      {
        name: 'Short loans',
        text:
          `Loans run ${loanRange} months and commitments ${commitmentRange} years, so the money comes home, and is ` +
          'looked at again, at least once in your term.',
      },
      {
        name: 'Discretion',
        text:
          'We publish no names, neither of those who borrow nor of those who invest, and share a file only with those ' +
          'who must see it or whom the law entitles to.',
      },
    ],
  },
  leaders: {
    heading: 'Who decides',
    entries: [
      {
        role: 'Founder & Managing Partner',
        initials: 'FM',
        bio: [
          'Answers for the fund. Sets what it lends on, signs every note it issues, and takes the calls of investors who ' +
            'want to know how it works before they read a document.',
          'Invests in the same notes, on the same terms, as everyone else.',
        ],
        inShort: 'Approves every loan, signs every note, and takes investors’ calls in person.',
      },
      {
        role: 'Partner, Credit & Operations',
        initials: 'PC',
        bio: [
          'Reads every application: income, obligations, collateral and the reason for the loan. Can decline one alone; ' +
            'nobody can approve one alone.',
          'Keeps the ledger, sends each payment on its day, and answers for the reserve.',
        ],
        inShort: 'Reads every application, follows each loan to its end, and sends each payment on its day.',
      },
    ] satisfies Leader[],
    ask: 'Ask the Founder',
  },
  numbers: {
    heading: 'By the Numbers',
    entries: [
      { value: shortDollars(fund.currentRaise), name: 'current raise', text: 'Open to accredited investors only.' },
      {
        value: '100%',
        name: 'privacy maintained',
        text: 'No borrower and no investor is named in public.',
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
      'Banks are slow with borrowers whose income is high but irregular, or who need an answer this week. They are good ' +
        'borrowers who pay for speed and privacy. We know this group, lend to no other, and keep loans small beside the ' +
        'whole.',
      'Because we owe nothing to a bank, we can wait when nothing good is on the desk. Patience is the advantage that is ' +
        'hardest to copy and cheapest to keep.',
    ],
    risk:
      'Borrowers can still default and collateral can fall short. Read the risk factors in the offering documents ' +
      'before you decide.',
  },
}
