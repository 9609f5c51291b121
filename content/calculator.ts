import { callPath } from './calls-offered.ts'
import type { Calculator, NoteInWords } from './types.ts'

const inYears = (years: 1 | 2) => (years === 1 ? 'one year' : 'two years')
const noteOf = ({ amount, years, rate }: NoteInWords) => `a note of ${amount} for ${inYears(years)} at ${rate} a year`

/** The words of the calculator. Its numbers come from the tiers and from arithmetic. */
export const calculator: Calculator = {
  label: 'Returns calculator',
  term: { label: 'Term', options: { 1: '1 year', 2: '2 years' } },
  tier: { label: 'Amount' },
  amount: {
    label: 'Exact amount',
    range: (from, to) => `From ${from} to ${to} in this tier`,
    unreadable: 'Enter dollars, such as 430k, $430,000 or 0.43m.',
    changed: {
      reset: ({ typed, amount, tier }) =>
        `${typed} is below the ${tier} tier, so these figures are for its minimum, ${amount}.`,
      limited: ({ typed, amount, tier }) =>
        `${typed} is above the ${tier} tier, so these figures are for its maximum, ${amount}.`,
      rounded: ({ amount }) => `Notes are in whole dollars, so the amount is rounded to ${amount}.`,
    },
    other: ({ amount, rate }) => `Use ${amount} at ${rate}`,
  },
  payout: {
    label: 'Paid',
    options: { monthly: 'Monthly', quarterly: 'Quarterly', annually: 'Annually' },
    each: { monthly: 'each month', quarterly: 'each quarter', annually: 'each year' },
  },
  submit: 'Show the payments',
  copy: { label: 'Copy link', done: 'Copied', failed: 'Couldn’t copy' },
  figures: {
    month: 'Per month',
    year: 'Per year',
    total: { 1: 'Over one year', 2: 'Over two years' },
    value: 'Total, including principal',
    rate: 'Fixed rate',
  },
  inAll: 'in all',
  rateRange: ({ min, max }) => `This tier pays ${min}–${max}%`,
  sentence: note =>
    `On ${noteOf(note)}, the fund pays ${note.payment} ${note.each} and returns the ${note.amount} with the last payment.`,
  call: {
    action: callPath === '/contact' ? 'Ask about this note' : 'Book a call about this note',
    about: note => `About ${noteOf(note)}, which pays ${note.payment} ${note.each}.`,
    change: 'Change the figures',
    message: note => `I’d like to talk about ${noteOf(note)}. By your calculator it pays ${note.payment} ${note.each}.`,
  },
  chart: {
    principal: 'principal returned',
    start: 'Signed',
    month: 'Month',
    key:
      'Each column spans the months it covers, and its dark edge marks the payment date. The principal column is ' +
      'shortened; at full scale it wouldn’t fit the page.',
  },
  table: {
    show: 'Show as a table',
    caption: 'Every payment on the note',
    interest: 'Interest',
    principal: 'Principal',
    payment: 'Payment',
    total: 'Total',
    note: 'Any leftover cents are included in the last payment.',
  },
}
