import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { hidden } from '../../rules/commands/fields.ts'
import { approvalRefusals } from '../../rules/shared-refusals.ts'
import { holderMessages } from '../holders/holders.ts'
import { peopleMessages as messages } from './messages.ts'

/* How a person signs in: what administrators do. */

const aboutPerson = { by: 'administrator', about: 'person', failed: messages.PERSON_FAILED } as const

export const permitPasskeyCommand = defineCommand({
  ...aboutPerson,
  name: 'passkey.permit',
  shared: approvalRefusals,
  fields: {},
  refusals: refusalsFrom(holderMessages, { NOBODY_TO_APPROVE: null, APPROVAL_OPEN: null, APPROVAL_GONE: null }),
  button: 'Let them add a new passkey',
  busy: 'Saving…',
  notice: 'They can add a new passkey within 24 hours. We’ve e-mailed all approvers.',
  failed: 'We couldn’t change the administrators. Try again in a moment.',
  log: { 'passkey.permitted': 'Allowed a sign-in without a passkey' },
})

export const endSessionsCommand = defineCommand({
  ...aboutPerson,
  name: 'person.end_sessions',
  fields: {},
  refusals: {},
  button: 'Sign out everywhere',
  busy: 'Signing out…',
  notice: 'Signed out everywhere',
  log: { 'session.all_ended': 'Ended all of a person’s sessions' },
})

export const endSessionCommand = defineCommand({
  ...aboutPerson,
  name: 'person.end_session',
  fields: { session: hidden() },
  refusals: {},
  button: 'Sign out',
  busy: 'Signing out…',
  notice: 'Session ended',
  log: { 'session.ended': 'Ended a session' },
})
