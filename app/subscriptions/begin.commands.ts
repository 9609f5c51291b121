import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { amount, choice, hidden, pick } from '../../rules/commands/fields.ts'
import { frozenRefusals, termsRefusals } from '../../rules/shared-refusals.ts'
import { payoutNames } from '../notes/words.ts'
import { subscriptionMessages as messages } from './subscriptions.ts'

/* How a subscription begins: by the investor, or prepared by their adviser. */

export const closed = refusalsFrom(messages, { OFFERING_CLOSED: null })

/** No rate: it follows from the tier of the amount. */
export const terms = {
  amount: amount('Amount', { hint: 'In whole dollars.' }),
  term: choice('Term', { 12: '12 months', 24: '24 months' }, { SUBSCRIPTION_TERM: messages.SUBSCRIPTION_TERM }),
  payout: choice('Interest is paid', payoutNames, { SUBSCRIPTION_PAYOUT: messages.SUBSCRIPTION_PAYOUT }),
} as const
export const termsRefused = { ...refusalsFrom(messages, { SUBSCRIPTION_AMOUNT: 'amount' }) } as const
/** Who invests: one of the person's holders, or `anotherHolder`; '' keeps the one that was chosen before. */
export const investor = { holder: pick('Who invests?') } as const
export const investorRefused = { ...refusalsFrom(messages, { SUBSCRIPTION_HOLDER: 'holder' }) } as const
/** A trust, a company or an account that isn't among the person's holders yet. */
export const anotherHolder = 'another'

export const startSubscriptionCommand = defineCommand({
  by: 'signed in',
  failed: messages.SUBSCRIPTION_FAILED,
  name: 'subscription.start',
  shared: [...termsRefusals, ...frozenRefusals],
  fields: { offering: hidden(), renews: hidden(), ...terms, ...investor },
  refusals: {
    ...closed,
    ...termsRefused,
    ...investorRefused,
    ...refusalsFrom(messages, { SUBSCRIPTION_RENEWAL: null, SUBSCRIPTION_STATE: null }),
  },
  button: 'Get my quote',
  busy: 'Saving…',
  notice: '',
  log: { 'subscription.started': 'Started an investment' },
  sharedLog: ['subscription.quoted', 'subscription.held'],
})

export const prepareSubscriptionCommand = defineCommand({
  by: 'signed in',
  failed: messages.SUBSCRIPTION_FAILED,
  name: 'subscription.prepare',
  shared: termsRefusals,
  fields: { offering: hidden(), holder: pick('For'), ...terms },
  refusals: {
    ...closed,
    ...termsRefused,
    ...refusalsFrom(messages, { ADVISER_ONLY: 'holder', SUBSCRIPTION_PREPARED: 'holder' }),
  },
  button: 'Prepare it',
  busy: 'Preparing…',
  notice: 'Prepared. The investor sees it in their portal, and confirms or changes it.',
  log: { 'subscription.prepared': 'Prepared an investment as an adviser' },
})
