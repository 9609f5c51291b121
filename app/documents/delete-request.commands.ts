import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { lines, several } from '../../rules/commands/fields.ts'
import { commonMessages } from '../../rules/common-messages.ts'
import { rejectReasonLength } from '../../rules/limits.ts'
import { chosenRefusals, deletionRefusals } from '../../rules/shared-refusals.ts'
import { deleteRequestMessages as messages } from './delete-request-messages.ts'

/* Several delete requests at once, each decided by itself: what the office does. */

const decision = {
  by: 'administrator',
  refusals: refusalsFrom(messages, { TOO_MANY_REQUESTS_CHOSEN: null }),
} as const

const ids = several('Selected requests')

export const approveDeleteRequestsCommand = defineCommand({
  ...decision,
  name: 'delete_request.approve_several',
  shared: [...chosenRefusals, ...deletionRefusals, 'REASON_LONG'],
  fields: { ids },
  button: 'Approve and delete',
  busy: 'Deleting…',
  notice: 'Decided',
  failed: messages.APPROVE_FAILED,
})

export const rejectDeleteRequestsCommand = defineCommand({
  ...decision,
  name: 'delete_request.reject_several',
  shared: [...chosenRefusals, ...deletionRefusals],
  fields: {
    ids,
    reason: lines(
      'Reason (optional)',
      {
        most: rejectReasonLength,
        optional: true,
        rows: 3,
        hint: 'They’ll read it in their portal, and in e-mail if they allow details there.',
      },
      { REASON_LONG: commonMessages.REASON_LONG },
    ),
  },
  button: 'Reject',
  busy: 'Rejecting…',
  notice: 'Decided',
  failed: messages.REJECT_FAILED,
})
