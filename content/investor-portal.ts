import { catalogue } from './catalogue.ts'
import { fund } from './fund.ts'
import {
  deploymentRange,
  dollars,
  loanRange,
  payoutList,
  rateRange,
  reviewRange,
  secondYearAdds,
  shortDollars,
} from './words.ts'

/** The words of the investor information portal. */
export const investorPortal = {
  title: 'Investor information portal',
  description: `Ask for the ${fund.shortName} investment documents, compare the tiers and see how to start.`,
  heading: 'Everything to read before you decide',
  lead:
    `Documents go to accredited investors by e-mail, within ${fund.responseHours} hours of your request. Choose one and ` +
    'a message to us opens, ready to send.',
  figures: [
    { value: String(catalogue.length), name: 'documents available', text: 'Sent on request, free of charge.' },
    { value: rateRange, name: 'fixed returns', text: 'A year, by tier and term. Not guaranteed: see the risks below.' },
    { value: shortDollars(fund.minimum), name: 'minimum investment', text: 'Accredited investors only.' },
  ],
  documents: {
    heading: 'Documents',
    request: 'Request',
    updated: 'Last updated',
    all: 'Request all documents',
    copy: 'Copy e-mail address',
    copied: 'Copied',
    notCopied: 'Copying is not allowed here. Select the address instead.',
    byHand: 'No message opens? Write to',
  },
  rates: {
    heading: 'The tiers',
    caption: 'Tiers and their rates',
    note: `A second year adds ${secondYearAdds}.`,
  },
  reasons: {
    heading: `Why investors choose ${fund.shortName}`,
    entries: [
      { name: 'The rate is fixed', text: 'It is written on your note and does not follow a market.' },
      { name: 'No fees', text: 'Investors are charged none. All that you wire goes on the note.' },
      { name: 'No leverage', text: 'The fund owes nothing to a bank, so no bank is paid before you.' },
      {
        name: 'Paid as you choose',
        text: `${payoutList.replace(/^./, c => c.toUpperCase())}, also into a self-directed IRA.`,
      },
      {
        name: 'Secured, and short',
        text: `Collateral, surety bonds and a reserve stand behind loans of ${loanRange} months.`,
      },
    ],
  },
  start: {
    heading: 'How to start',
    steps: [
      {
        name: 'Request documents',
        text: `Ask for one or all. They reach you within ${fund.responseHours} hours. Read them with your advisers.`,
      },
      {
        name: 'Schedule a discussion',
        text: `Put your questions to the people who decide. Our review then takes ${reviewRange} days.`,
      },
      {
        name: 'Complete the investment',
        text:
          `Sign the subscription agreement and the note, and wire at least ${dollars(fund.minimum)}. Funds are deployed ` +
          `within ${deploymentRange} hours of approval.`,
      },
    ],
    contact: 'Schedule a discussion',
    site: 'Go to the main site',
  },
  /** The message that asks for documents. */
  letter: {
    subject: (what: string) => `Document request: ${what}`,
    everything: 'all investor documents',
    body: (what: string) =>
      [
        `Please send me: ${what}.`,
        '',
        'My name:',
        'My phone number:',
        'I am an accredited investor (yes / not sure):',
        '',
        'Thank you.',
      ].join('\r\n'),
  },
}
