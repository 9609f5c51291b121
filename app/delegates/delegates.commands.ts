import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { check, choice, hidden, line, pick, several } from '../../rules/commands/fields.ts'
import { emailMessages } from '../../rules/email.ts'
import { emailLength } from '../../rules/limits.ts'
import { frozenRefusals } from '../../rules/shared-refusals.ts'
import { delegateKinds, delegateMessages as messages } from './delegates.ts'

/* Commands about shared access. */

const shared = { by: 'signed in', failed: messages.DELEGATE_FAILED } as const

export const inviteDelegateCommand = defineCommand({
  ...shared,
  name: 'delegate.invite',
  shared: frozenRefusals,
  fields: {
    holderId: pick('Account to share'),
    email: line(
      'Their e-mail address',
      { most: emailLength, type: 'email', hint: 'People who work for the fund can’t accept an invitation.' },
      { EMAIL_REQUIRED: emailMessages.EMAIL_REQUIRED },
    ),
    kind: choice('Who they are', delegateKinds, { DELEGATE_KIND: messages.DELEGATE_KIND }),
    categories: several('What’s shared'),
    figures: check('Notes and payments, without the account that they go to'),
    download: check('Download them. Otherwise they can only view them here.'),
    until: line('End date', { most: 10, type: 'date' }, { DELEGATE_DAY: messages.DELEGATE_DAY }),
  },
  refusals: {
    ...refusalsFrom(emailMessages, { EMAIL_INVALID: 'email' }),
    ...refusalsFrom(messages, {
      DELEGATE_HOLDER: 'holderId',
      DELEGATE_NOTHING: 'categories',
      DELEGATE_DAY_PAST: 'until',
      DELEGATE_DAY_FAR: 'until',
      DELEGATE_ONESELF: 'email',
      DELEGATE_MEMBER: 'email',
      DELEGATE_TWICE: 'email',
      DELEGATE_LIMIT: null,
      TOO_MANY_DELEGATES: null,
    }),
  },
  button: 'Share access',
  busy: 'Sending…',
  notice: 'Invitation sent. They see nothing until they have signed in and accepted.',
  log: { 'delegate.invited': 'Shared access to a holder’s documents' },
})

export const acceptInvitationCommand = defineCommand({
  ...shared,
  name: 'delegate.accept',
  about: 'grant',
  fields: { grant: hidden() },
  refusals: refusalsFrom(messages, { INVITATION_GONE: null, DELEGATE_FROZEN: null, DELEGATE_OF_OFFICE: null }),
  button: 'Accept',
  busy: 'Accepting…',
  notice: 'Accepted. You have access now.',
  log: { 'delegate.accepted': 'Accepted access to a holder’s documents' },
})

/** Ends what a delegate sees, or withdraws their invitation. */
export const revokeGrantCommand = defineCommand({
  ...shared,
  name: 'delegate.revoke',
  about: 'grant',
  fields: { grant: hidden() },
  refusals: refusalsFrom(messages, { DELEGATE_GONE: null }),
  button: 'End access',
  busy: 'Ending…',
  notice: 'Access ended',
  log: { 'delegate.revoked': 'Revoked a delegate’s access' },
})

/** The same by the office. */
export const endDelegateCommand = defineCommand({ ...revokeGrantCommand, by: 'administrator', name: 'delegate.end' })
