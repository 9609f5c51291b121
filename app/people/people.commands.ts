import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { line, several } from '../../rules/commands/fields.ts'
import { emailMessages } from '../../rules/email.ts'
import { emailLength } from '../../rules/limits.ts'
import { peopleMessages as messages } from './messages.ts'
import { personFields } from './person-fields.ts'

/* Lists of people, and who is new in them. */

const invitation = {
  by: 'administrator',
  busy: 'Sending…',
  notice: 'Invitation sent',
  failed: 'We couldn’t send the invitation. What you typed is still here. Try again in a moment.',
  log: { 'user.invited': 'Invited a person' },
} as const

export const inviteCommand = defineCommand({
  ...invitation,
  name: 'person.invite',
  fields: { email: line('E-mail address', { most: emailLength, type: 'email' }, emailMessages), ...personFields },
  refusals: refusalsFrom(messages, { ALREADY_INVITED: null, INVITED_DELEGATE: null, TOO_MANY_INVITATIONS: null }),
  button: 'Send invitation',
})

export const inviteAgainCommand = defineCommand({
  ...invitation,
  name: 'person.invite_again',
  about: 'user',
  fields: {},
  refusals: refusalsFrom(messages, { NOT_INVITED: null, TOO_MANY_INVITATIONS: null }),
  button: 'Send again',
})

export const acceptGuestsCommand = defineCommand({
  by: 'administrator',
  name: 'person.accept_several',
  fields: { ids: several('Selected guests') },
  refusals: refusalsFrom(messages, { DELEGATE_NOT_GUEST: null }),
  button: 'Accept',
  busy: 'Accepting…',
  notice: 'Account accepted',
  failed: messages.PERSON_FAILED,
  log: { 'person.accepted': 'Accepted a person' },
})

export const recordAccessReviewCommand = defineCommand({
  by: 'administrator',
  name: 'access.record_review',
  fields: {},
  refusals: {},
  button: 'Review done',
  busy: 'Saving…',
  notice: 'Review recorded',
  failed: 'We couldn’t record the review. Try again in a moment.',
  log: { 'access.reviewed': 'Reviewed who has access' },
})
