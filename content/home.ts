import { fund } from './fund.ts'
import { returns } from './tiers.ts'
import type { Home } from './types.ts'
import { secondYearAdds, shortDollars } from './words.ts'

/** The words of the home page. */
export const home: Home = {
  hero: {
    eyebrow: 'For accredited investors',
    headline: ['The Power', 'of Certainty'],
    lead:
      `Fixed annual returns of ${returns.from}–${returns.to}%, written on a promissory note. ` +
      'Short loans to people with high incomes and good reasons, and never a dollar of leverage.',
    primary: { label: 'Learn More', to: '/docs' },
    secondary: { label: 'See the rates', to: '/#rates' },
    figures: [
      { value: `${returns.from}–${returns.to}%`, name: 'fixed a year' },
      { value: shortDollars(fund.minimum), name: 'minimum' },
      { value: `${fund.commitmentYears.from}–${fund.commitmentYears.to} years`, name: 'commitment' },
    ],
    lettering: `${fund.name} · Promissory note · Fixed rate · No leverage · Secured · Discreet · `
      .toUpperCase()
      .repeat(3),
  },
  rates: {
    heading: 'The rate is written down before you wire a dollar.',
    text:
      'A fund’s target is a hope. A note’s rate is an obligation. Yours names the amount, the rate, the term and the ' +
      'day of every payment, and it is signed before anything moves.',
    caption: 'Tiers and their rates',
    note: `Annual rates, fixed for the term of the note. A second year adds ${secondYearAdds}.`,
  },
  closing: {
    heading: 'Ready to Start?',
    text: 'Call and ask what you would ask a banker. Someone who can answer picks up.',
    afterCall: `Out of hours, leave a number: you are called back within ${fund.responseHours} hours.`,
    primary: { label: 'Learn More', to: '/docs' },
  },
}
