/** Messages of the catalogue (`rules/messages.ts`) about a note's terms. `termsProblemInWords` adds figures to some. */
export const termsMessages = {
  TERMS_PRINCIPAL_INVALID: 'Enter the principal in dollars and whole cents.',
  TERMS_PRINCIPAL_LOW: 'The principal is below the fund’s minimum.',
  TERMS_PRINCIPAL_HIGH: 'The principal is above the highest tier. Split it into several notes.',
  TERMS_RATE_INVALID: 'Enter a rate above 0%, in percent with at most two decimals.',
  TERMS_RATE_OUTSIDE_TIER: 'The rate isn’t one that this amount’s tier pays.',
  TERMS_RATE_ABOVE_CEILING: 'The rate is above what the law allows.',
  TERMS_TERM_INVALID: 'A note runs for 12 or 24 months.',
  TERMS_PAYOUT_INVALID: 'Choose how often interest is paid: monthly, quarterly or annually.',
  TERMS_PAYOUT_NOT_OFFERED: 'Interest is paid as the fund offers it.',
  TERMS_DAY_COUNT_INVALID: 'Choose how days are counted: 30/360 or actual/365.',
  TERMS_CONVENTION_INVALID: 'Choose when a payment due on a weekend or holiday is made.',
  TERMS_ISSUE_DATE_INVALID: 'Enter the issue date, a day that exists, from 2000 on.',
  TERMS_ISSUE_DATE_FAR: 'The issue date is too far ahead. Check the year.',
  TERMS_FIRST_PAYMENT_INVALID: 'The first payment date isn’t a day that exists.',
  TERMS_FIRST_PAYMENT_EARLY: 'The first payment must be after the issue date.',
  TERMS_FIRST_PAYMENT_LATE: 'The first payment is too late for this rhythm.',
  TERMS_FIRST_PAYMENT_OVER_YEAR:
    'Interest must be paid at least once a year, so the first payment can’t be later than 12 months after issue.',
  TERMS_FIRST_PERIOD_SHORT: 'The first payment would be for too few days. Choose the next payment day.',
  TERMS_LAST_PERIOD_EMPTY:
    'The last payment would be for no day, because 30/360 does not count the 31st. Choose another first payment date.',
} as const

export type TermsProblemCode = keyof typeof termsMessages
