import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { check, hidden, line, lines } from '../../rules/commands/fields.ts'
import { commonMessages } from '../../rules/common-messages.ts'
import { disableReasonLength, emailLength } from '../../rules/limits.ts'
import { rightRefusals } from '../../rules/shared-refusals.ts'
import { delegateMessages } from '../delegates/delegates.ts'
import { holderMessages } from '../holders/holders.ts'
import { conversationMessages } from '../messages/conversation-messages.ts'
import { bodyLength } from '../messages/conversations.ts'
import { peopleMessages as messages } from './messages.ts'
import { loadedFields, personFields } from './person-fields.ts'

/* A person's details, rights and account: what administrators do. */

const aboutPerson = { by: 'administrator', about: 'person', busy: 'Saving…', failed: messages.PERSON_FAILED } as const
const aboutRight = {
  ...aboutPerson,
  failed: 'We couldn’t change the administrators. Try again in a moment.',
} as const

const { ACCEPT_REASON, REASON_REQUIRED, ERASE_CONFIRM } = messages
const { REASON_LONG } = commonMessages
const { REMARK_LONG, REMARK_REQUIRED, SAVE_REMARK_FAILED } = conversationMessages
/** Required where only one person could decide afterward. */
const alone = lines(
  'Why one person is enough',
  {
    most: disableReasonLength,
    optional: true,
    rows: 3,
    hint: 'It’s logged, and all approvers and the fund’s office are notified.',
  },
  { REASON_LONG },
)
const lastOne = refusalsFrom(messages, { LAST_DECIDER: null })
const lastAdministrator = refusalsFrom(messages, { LAST_ADMINISTRATOR: null })
const notGuest = refusalsFrom(messages, { DELEGATE_NOT_GUEST: null })
const given = {
  ...refusalsFrom(messages, { TEST_LOGIN_NOT_ADMIN: null }),
  ...refusalsFrom(holderMessages, { APPROVER_INACTIVE: null, NOBODY_TO_APPROVE: null, APPROVAL_OPEN: null }),
  ...notGuest,
}

export const editPersonCommand = defineCommand({
  ...aboutPerson,
  name: 'person.edit',
  fields: { ...loadedFields, ...personFields },
  refusals: {},
  button: 'Save',
  notice: 'User updated successfully',
  failed: 'Failed to update user',
  sharedLog: ['profile.updated'],
})

export const remarkOnPersonCommand = defineCommand({
  ...aboutPerson,
  name: 'person.remark',
  fields: { body: lines('New remark', { most: bodyLength, rows: 3 }, { REMARK_REQUIRED, REMARK_LONG }) },
  refusals: {},
  button: 'Add remark',
  notice: 'Remark saved',
  failed: SAVE_REMARK_FAILED,
  sharedLog: ['note.added'],
})

export const requestAdministratorCommand = defineCommand({
  ...aboutRight,
  takesTwo: true,
  name: 'right.administrator',
  shared: rightRefusals,
  fields: {},
  refusals: given,
  button: 'Make administrator',
  notice: 'Submitted. A second person needs to approve it.',
  log: { 'administrator.granted': 'Made someone an administrator' },
})

export const removeAdministratorCommand = defineCommand({
  ...aboutRight,
  name: 'right.remove_administrator',
  shared: [...rightRefusals, 'APPROVAL_GONE'],
  fields: { alone },
  refusals: { ...lastOne, ...lastAdministrator },
  button: 'Remove administrator',
  notice: 'Administrator removed',
  log: { 'administrator.revoked': 'Removed an administrator' },
})

export const requestApproverCommand = defineCommand({
  ...aboutPerson,
  takesTwo: true,
  name: 'right.approver',
  shared: rightRefusals,
  fields: {},
  refusals: given,
  button: 'Make approver',
  notice: 'Submitted. A second person needs to approve it.',
  log: { 'approver.granted': 'Made someone an approver' },
})

export const removeApproverCommand = defineCommand({
  ...aboutPerson,
  name: 'right.remove_approver',
  shared: [...rightRefusals, 'APPROVAL_GONE'],
  fields: { alone },
  refusals: lastOne,
  button: 'Remove approver',
  notice: 'Approver removed',
  log: { 'approver.revoked': 'Removed an approver' },
})

export const acceptPersonCommand = defineCommand({
  ...aboutPerson,
  name: 'person.accept',
  fields: {},
  refusals: notGuest,
  button: 'Accept',
  busy: 'Accepting…',
  notice: 'Account accepted',
  log: { 'person.accepted': 'Accepted a person' },
})

export const acceptDelegateCommand = defineCommand({
  ...aboutPerson,
  name: 'person.accept_delegate',
  fields: {
    reason: lines(
      'Reason',
      { most: disableReasonLength, rows: 3, hint: 'It’s recorded in the log. Only administrators see it.' },
      { ACCEPT_REASON, REASON_LONG },
    ),
  },
  refusals: {},
  button: 'Make an investor',
  notice: 'Account accepted',
  log: { 'person.delegate_accepted': 'Made someone with shared access an investor' },
})

export const endGrantCommand = defineCommand({
  ...aboutPerson,
  name: 'person.end_grant',
  fields: { grant: hidden() },
  refusals: refusalsFrom(delegateMessages, { DELEGATE_GONE: null }),
  button: 'End access',
  busy: 'Ending…',
  notice: 'Access ended',
  sharedLog: ['delegate.revoked'],
})

export const disablePersonCommand = defineCommand({
  ...aboutPerson,
  name: 'person.disable',
  fields: {
    reason: lines(
      'Reason',
      { most: disableReasonLength, rows: 3, hint: 'Only administrators see it.' },
      { REASON_REQUIRED, REASON_LONG },
    ),
    alone,
  },
  refusals: { ...lastOne, ...lastAdministrator, ...refusalsFrom(messages, { NOT_ONESELF: null }) },
  button: 'Close access',
  busy: 'Closing…',
  notice: 'Access closed. All sessions have ended.',
  log: { 'person.disabled': 'Closed a person’s access' },
})

export const enablePersonCommand = defineCommand({
  ...aboutPerson,
  name: 'person.enable',
  fields: {},
  refusals: {},
  button: 'Open access',
  busy: 'Opening…',
  notice: 'Access opened',
  log: {
    'person.enabled': 'Reopened a person’s access',
    'administrator.revoked': 'Removed an administrator',
    'approver.revoked': 'Removed an approver',
  },
})

export const erasePersonCommand = defineCommand({
  ...aboutPerson,
  name: 'person.erase',
  fields: {
    openNote: {
      ...check('A note is still open'),
      hint: 'Then all documents stay until it has been repaid, and you erase the rest afterward.',
    },
    confirmation: line('Confirmation', { most: emailLength, hint: 'This can’t be undone.' }, { ERASE_CONFIRM }),
  },
  refusals: refusalsFrom(messages, { DISABLE_FIRST: null }),
  button: 'Erase account',
  busy: 'Erasing…',
  notice: 'Account erased',
  log: { 'person.erased': 'Erased a person' },
})
