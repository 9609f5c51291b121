import { dollars, shortDollars } from '../rules/number.ts'
import { catalogue } from './catalogue.ts'
import { fund } from './fund.ts'
import { capitalized, deploymentRange, loanRange, payoutList, rateRange, reviewRange, secondYearAdds } from './words.ts'

/** The words of the investor information portal. */
export const investorPortal = {
  title: 'Investor information portal',
  description: `Request the ${fund.shortName} investment documents, compare the tiers and see how to get started.`,
  heading: 'Everything to read before you decide',
  lead:
    `We send documents to accredited investors within ${fund.responseHours} hours of a request. Choose one, and an ` +
    'e-mail to us opens, ready to send; or ask for all of them with the form below.',
  figures: [
    { value: String(catalogue.length), name: 'documents available', text: 'Sent on request, free of charge.' },
    { value: rateRange, name: 'fixed returns', text: 'A year, by tier and term. Not guaranteed; see the risks below.' },
    { value: shortDollars(fund.minimum), name: 'minimum investment', text: 'Accredited investors only.' },
  ],
  documents: {
    heading: 'Documents',
    request: 'Request',
    updated: 'Last updated',
    all: 'Request all documents',
    copy: 'Copy e-mail address',
    copied: 'Copied',
    notCopied: 'Your browser didn’t allow copying. Select the address instead.',
    byForm: 'Nothing opened?',
    form: 'Request them here',
    byHand: 'Or write to',
  },
  request: {
    heading: 'Request them here',
    text:
      'Take out what you don’t need. We e-mail the documents, except wire instructions: those are only ever in your ' +
      'portal.',
  },
  rates: {
    heading: 'The tiers',
    caption: 'Tiers and their rates',
    note: `A second year adds ${secondYearAdds}.`,
  },
  reasons: {
    heading: `Why investors choose ${fund.shortName}`,
    entries: [
      { name: 'The rate is fixed', text: 'It’s written into your note and doesn’t follow a market.' },
      { name: 'No fees', text: 'Investors don’t pay any. Everything you wire goes into your note.' },
      { name: 'No leverage', text: 'The fund owes nothing to a bank, so no bank is paid ahead of you.' },
      {
        name: 'Paid as you choose',
        text: `${capitalized(payoutList)}, including into a self-directed IRA.`,
      },
      {
        name: 'Secured, and short',
        text: `Collateral, surety bonds and a reserve back loans of ${loanRange} months.`,
      },
    ],
  },
  start: {
    heading: 'How to get started',
    steps: [
      {
        name: 'Request documents',
        text:
          `Ask for one or all of them. You’ll have them within ${fund.responseHours} hours. Read them with your ` +
          'advisers.',
      },
      {
        name: 'Schedule a discussion',
        text: `Bring your questions to the people who decide. Our review then takes ${reviewRange} days.`,
      },
      {
        name: 'Complete the investment',
        text:
          `Sign the subscription agreement and the note, and wire at least ${dollars(fund.minimum)}, by the instructions ` +
          `in your portal. Funds are deployed within ${deploymentRange} hours of approval.`,
      },
    ],
    contact: 'Contact',
    site: 'Go to the main site',
  },
  /** The e-mail that requests documents. */
  letter: {
    subject: (what: string) => `Document request: ${what}`,
    everything: 'all investor documents',
    /** The text of the page's form. */
    request: (what: string) => `Please send me ${what}: ${catalogue.map(({ name }) => name.toLowerCase()).join(', ')}.`,
    body: (what: string) =>
      [
        `Please send me: ${what}.`,
        'I know that wire instructions are only ever in the portal, never in an e-mail.',
        '',
        'My name:',
        'My phone number:',
        'I am an accredited investor (yes / not sure):',
        '',
        'Thank you.',
      ].join('\r\n'),
  },
}
