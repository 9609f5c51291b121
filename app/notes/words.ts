import type { Convention } from '../../rules/business-days.ts'
import type { DayCount, Payout } from './interest.ts'

/* Labels of a note's terms. As sentences to review before they are frozen: describe.ts. */

/** Payment intervals. */
export const payoutNames: Record<Payout, string> = {
  monthly: 'Every month',
  quarterly: 'Every three months',
  annually: 'Once a year',
}

/** The same after a rate. */
export const payoutWords: Record<Payout, string> = {
  monthly: 'paid monthly',
  quarterly: 'paid quarterly',
  annually: 'paid annually',
}

/** Day count conventions. */
export const dayCountWords: Record<DayCount, string> = {
  '30/360': '30/360: every month has 30 days, the year 360',
  'actual/365': 'Actual/365: every day counts, the year has 365',
}

/** Payment day for a due day on which banks are closed. */
export const conventionWords: Record<Convention, string> = {
  following: 'The next business day',
  modified_following: 'The next business day within the month, else the one before',
  preceding: 'The business day before',
}
