import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { choice, line } from '../../rules/commands/fields.ts'
import { subscriptionMessages as messages, remarkLength, remarkTopics } from './subscriptions.ts'

/** By the adviser who prepared it, by those who act for the investor, and by the office. */
export const remarkCommand = defineCommand({
  by: 'signed in',
  about: 'subscription',
  failed: messages.SUBSCRIPTION_FAILED,
  name: 'subscription.remark',
  fields: {
    topic: choice('About', remarkTopics, { REMARK_TOPIC: messages.REMARK_TOPIC }),
    remark: line('Remark', { most: remarkLength }, { REMARK_LENGTH: messages.REMARK_LENGTH }),
  },
  refusals: refusalsFrom(messages, { REMARKS_FULL: null }),
  button: 'Leave remark',
  busy: 'Saving…',
  notice: 'Remark saved. The others hear of it by e-mail.',
  log: { 'subscription.remarked': 'Left a remark on an investment' },
})
