import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { line } from '../../rules/commands/fields.ts'
import { subscriptionMessages as messages, reasonLength } from './subscriptions.ts'

/* What the office does with a subscription. It never signs, represents or chooses for an investor. */

const office = { by: 'administrator', about: 'subscription', failed: messages.SUBSCRIPTION_FAILED } as const
const moved = refusalsFrom(messages, { SUBSCRIPTION_STATE: null })

export const rejectSubscriptionCommand = defineCommand({
  ...office,
  name: 'subscription.reject',
  fields: {
    reason: line(
      'Reason',
      { most: reasonLength, hint: 'The investor reads it.' },
      { SUBSCRIPTION_REASON: messages.SUBSCRIPTION_REASON },
    ),
  },
  refusals: moved,
  button: 'Reject',
  busy: 'Rejecting…',
  notice: 'Rejected',
  log: { 'subscription.rejected': 'Rejected an investment' },
})

export const remindSubscriptionCommand = defineCommand({
  ...office,
  name: 'subscription.remind',
  fields: {},
  refusals: moved,
  button: 'Remind',
  busy: 'Reminding…',
  notice: 'Reminder sent',
  log: { 'subscription.reminded': 'Reminded an investor of their investment' },
})
