import { callPath } from './calls-offered.ts'
import { fund } from './fund.ts'

/** The investors' contact in the portal: a person or a desk, reached at the fund's phone number. */
export const investorContact = {
  name: 'Investor desk',
  text: `We answer within ${fund.responseHours} hours.`,
  /** The page for booking a call; without calls, the one with all ways to reach the fund. */
  booking: callPath,
} as const
