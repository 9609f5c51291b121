import type { InvestingStep } from '../app/home/investing-steps.ts'
import { fund } from './fund.ts'

type Step = {
  name: string
  /** The step's explanation, once it is reached. */
  text: string
}

/** The four steps of a new person in the portal. */
export const investingSteps: Record<InvestingStep, Step> = {
  talk: {
    name: 'Talk',
    text: 'Ask your questions, and tell us what you want the money to do. You don’t sign anything yet.',
  },
  review: {
    name: 'Review',
    text: `Read what we’ve sent you, below. We verify that you’re an accredited investor, which takes ${fund.reviewDays.from} to ${fund.reviewDays.to} days.`,
  },
  sign: {
    name: 'Sign',
    text: 'First the subscription agreement, then the promissory note with your rate and dates.',
  },
  transfer: {
    name: 'Transfer',
    text: `You wire the funds. We never send or change wire instructions by e-mail: call ${fund.phone} before you wire.`,
  },
}
