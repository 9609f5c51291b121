import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { hidden, line, lines, several } from '../../rules/commands/fields.ts'
import { commonMessages } from '../../rules/common-messages.ts'
import { approvalReasonLength, holderMessages as messages } from '../holders/holders.ts'
import { controlTotalLength } from './control-total.ts'

/* Pending requests: a second person decides, and the requester may withdraw. */

/** Of administrators and approvers, which the operations ask about. */
const ofApprovers = { by: 'signed in', failed: messages.APPROVAL_FAILED } as const

const aboutOne = { ...ofApprovers, about: 'approval' } as const

const decided = refusalsFrom(messages, {
  APPROVAL_GONE: null,
  APPROVE_OWN: null,
  APPROVE_CONCERNED: null,
  ADMINISTRATOR_DECIDES: null,
  DECIDER_WAITS: null,
})

export const approveCommand = defineCommand({
  ...aboutOne,
  name: 'approval.approve',
  shared: ['REASON_LONG'],
  fields: {},
  refusals: { ...decided, ...refusalsFrom(messages, { APPROVAL_CONTRADICTED: null, REQUESTER_LEFT: null }) },
  button: 'Approve',
  busy: 'Approving…',
  notice: 'Approved',
  log: { 'approval.approved': 'Approved a submission' },
})

export const rejectCommand = defineCommand({
  ...aboutOne,
  name: 'approval.reject',
  shared: ['APPROVAL_CONTRADICTED'],
  fields: {
    approval: hidden(),
    reason: lines(
      'Reason (optional)',
      { most: approvalReasonLength, optional: true, rows: 3 },
      { REASON_LONG: commonMessages.REASON_LONG },
    ),
  },
  refusals: decided,
  button: 'Reject',
  busy: 'Rejecting…',
  notice: 'Rejected',
  log: { 'approval.rejected': 'Rejected a submission' },
})

export const withdrawCommand = defineCommand({
  ...aboutOne,
  name: 'approval.withdraw',
  fields: {},
  refusals: refusalsFrom(messages, { APPROVAL_GONE: null, NOT_YOUR_REQUEST: null }),
  button: 'Withdraw',
  busy: 'Withdrawing…',
  notice: 'Withdrawn',
  log: { 'approval.withdrawn': 'Withdrew a submission' },
})

export const approveBatchCommand = defineCommand({
  ...ofApprovers,
  name: 'approval.approve_together',
  shared: ['APPROVAL_GONE', 'APPROVAL_CONTRADICTED'],
  fields: {
    kind: hidden(),
    id: several('Approve'),
    total: line('Total', { most: controlTotalLength }, { CONTROL_TOTAL: messages.CONTROL_TOTAL }),
  },
  refusals: refusalsFrom(messages, { BATCH_EMPTY: null, BATCH_TOO_LARGE: null }),
  button: 'Approve',
  busy: 'Approving…',
  notice: 'Approved',
  log: { 'approval.together': 'Approved several submissions together' },
})
