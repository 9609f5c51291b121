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
  copy: { label: 'Copy link', done: 'Copied', failed: 'Not copied' },
  figures: {
    month: 'A month',
    year: 'A year',
    total: { 1: 'Over one year', 2: 'Over two years' },
    value: 'In all, with your principal',
    rate: 'Fixed rate',
  },
  rateRange: ({ min, max }) => `This tier pays ${min}–${max}%`,
  sentence: ({ amount, years, rate, payment, each }) =>
    `On a note of ${amount} for ${years === 1 ? 'one year' : 'two years'} at ${rate} a year, the fund pays ${payment} ` +
    `${each}, and the ${amount} with the last payment.`,
  chart: {
    principal: 'principal back',
    start: 'Signed',
    month: 'Month',
    key:
      'A column is as wide as the months it pays for, and is paid at its dark edge. The principal’s column is cut ' +
      'short: drawn to scale it would not fit the page.',
  },
  table: {
    show: 'Show as a table',
    caption: 'Every payment of the note',
    interest: 'Interest',
    principal: 'Principal',
    payment: 'Payment',
    total: 'Total',
    note: 'Cents that do not divide evenly are settled in the last payment.',
  },
}
