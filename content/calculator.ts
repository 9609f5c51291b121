import type { Calculator } from './types.ts'

/** The words of the calculator. Its numbers come from the tiers and from arithmetic. */
export const calculator: Calculator = {
  label: 'Returns calculator',
  term: { label: 'Term', options: { 1: '1 year', 2: '2 years' } },
  tier: { label: 'Amount' },
  amount: { label: 'Exact amount', range: (from, to) => `From ${from} to ${to}` },
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
  rateRange: ({ min, max }) => `This tier pays ${min}–${max}%`,
  sentence: ({ amount, years, rate, payment, each }) =>
    `On a note of ${amount} for ${years === 1 ? 'one year' : 'two years'} at ${rate} a year, the fund pays ` +
    `${payment} ${each} and returns the ${amount} with the last payment.`,
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
