import { shortDollars } from '../rules/number.ts'
import { fund } from './fund.ts'
import { returns } from './tiers.ts'
import type { Home } from './types.ts'
import { secondYearAdds } from './words.ts'

/** The words of the home page. */
export const home: Home = {
  hero: {
    eyebrow: 'For accredited investors',
    headline: ['The Power', 'of Certainty'],
    lead:
      `Fixed annual returns of ${returns.from}–${returns.to}%, written into a promissory note. Short loans to ` +
      'high-income professionals, and never a dollar of leverage.',
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
      'A fund’s target is a hope. A note’s rate is an obligation. Yours states the amount, the rate, the term and ' +
      'the date of every payment, and it’s signed before any money moves.',
    caption: 'Tiers and their rates',
    note: `Annual rates, fixed for the term of the note. A second year adds ${secondYearAdds}.`,
  },
  closing: {
    heading: 'Ready to Start?',
    text: 'Call and ask what you’d ask a banker. The person who picks up can answer.',
    afterCall: `After hours, leave your number and we’ll call back within ${fund.responseHours} hours.`,
    primary: { label: 'Learn More', to: '/docs' },
  },
}
