import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { lines, pick, several } from '../../rules/commands/fields.ts'
import { approvalRefusals, frozenRefusals, templateRefusals } from '../../rules/shared-refusals.ts'
import { paperFields, paperRefusals } from '../signing/paper.ts'
import { accreditationMessages as messages } from './messages.ts'

/* What the office does about an accreditation: what a reviewer decides, and statements that were signed on paper. */

const aboutAccreditation = {
  by: 'administrator',
  about: 'accreditation',
  busy: 'Saving…',
  failed: messages.ACCREDITATION_FAILED,
} as const

const { REVIEW_REASON, REVIEW_REASON_LONG } = messages
const reason = (label: string, hint: string) =>
  lines(label, { most: 1000, rows: 4, hint }, { REVIEW_REASON, REVIEW_REASON_LONG })
const moved = refusalsFrom(messages, { ACCREDITATION_MOVED: null })
const reviewed = refusalsFrom(messages, { ACCREDITATION_MOVED: null, REVIEW_OWN: null })

export const approveAccreditationCommand = defineCommand({
  ...aboutAccreditation,
  name: 'accreditation.approve',
  shared: ['APPROVAL_GONE', 'REASON_LONG', ...approvalRefusals],
  fields: { ticks: several('Checklist') },
  refusals: {
    ...reviewed,
    ...refusalsFrom(messages, {
      REVIEW_TICKS: null,
      REVIEWED_ALREADY: null,
      REVIEW_UNOPENED: null,
      EARLIER_REVOKED: null,
      EVIDENCE_OLD: null,
    }),
  },
  button: 'Approve',
  notice: 'Your review is recorded. A second person has to approve it.',
  log: {
    'accreditation.reviewed': 'Reviewed an accreditation',
    'accreditation.approved': 'Approved an accreditation',
  },
})

export const returnAccreditationCommand = defineCommand({
  ...aboutAccreditation,
  name: 'accreditation.return',
  fields: { reason: reason('What is missing', 'They read this in their portal.') },
  refusals: reviewed,
  button: 'Send back',
  notice: 'Sent back. They’ve been notified.',
  log: { 'accreditation.returned': 'Requested more about an accreditation' },
})

export const rejectAccreditationCommand = defineCommand({
  ...aboutAccreditation,
  name: 'accreditation.reject',
  fields: { reason: reason('Why', 'They read this in their portal. It’s removed after two years.') },
  refusals: reviewed,
  button: 'Reject',
  notice: 'Rejected. They’ve been notified.',
  log: { 'accreditation.rejected': 'Rejected an accreditation' },
})

export const revokeAccreditationCommand = defineCommand({
  ...aboutAccreditation,
  name: 'accreditation.revoke',
  fields: {
    reason: reason('What we know', 'Only administrators read this. From then on no note can be sold to this holder.'),
  },
  refusals: moved,
  button: 'Revoke',
  notice: 'Revoked. No note can be sold to this holder.',
  log: { 'accreditation.revoked': 'Revoked an accreditation' },
})

export const paperStatementsCommand = defineCommand({
  ...aboutAccreditation,
  name: 'accreditation.paper',
  takesTwo: true,
  shared: [...frozenRefusals, ...templateRefusals],
  fields: { signer: pick('Signer'), ...paperFields },
  refusals: {
    ...moved,
    ...paperRefusals,
    ...refusalsFrom(messages, { PAPER_SIGNER: 'signer', PAPER_CHANGED: null, ACCREDITATION_MISSING: null }),
  },
  button: 'Submit for approval',
  busy: 'Submitting…',
  notice: 'Submitted. It counts once a second person approves.',
  log: { 'accreditation.paper_signed': 'Recorded statements about an accreditation that were signed on paper' },
  sharedLog: ['accreditation.submitted'],
})

export const clearAccreditationCommand = defineCommand({
  ...aboutAccreditation,
  name: 'accreditation.clear',
  takesTwo: true,
  fields: {
    reason: reason('Why it no longer counts', 'A second person has to agree. Then the holder can be verified again.'),
  },
  refusals: moved,
  button: 'Ask a second person',
  notice: 'Submitted for approval by a second person.',
  log: { 'accreditation.cleared': 'Allowed sales to a holder again' },
})
