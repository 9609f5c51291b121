import { browserMessages } from '../../rules/browser-messages.ts'
import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { choice } from '../../rules/commands/fields.ts'
import { holderMessages, statementRhythms } from '../holders/holders.ts'
import { loadedFields, personFields } from '../people/person-fields.ts'
import { settingsMessages as messages } from './messages.ts'

/* What a person changes in their settings, but for their e-mail address and their passkeys. */

export const saveProfileCommand = defineCommand({
  name: 'profile.save',
  by: 'signed in',
  fields: { ...loadedFields, ...personFields },
  refusals: {},
  button: 'Save changes',
  busy: 'Saving…',
  notice: 'Profile updated successfully',
  failed: 'Failed to update profile',
  log: { 'profile.updated': 'Changed a person’s details' },
})

const { STATEMENT_RHYTHM } = holderMessages

export const chooseStatementRhythmCommand = defineCommand({
  name: 'holder.statement_rhythm',
  by: 'signed in',
  about: 'holder',
  fields: { rhythm: choice('How often', statementRhythms, { STATEMENT_RHYTHM }) },
  refusals: refusalsFrom(holderMessages, { HOLDER_FROZEN: null }),
  button: 'Save',
  busy: 'Saving…',
  notice: 'Saved. The next statement begins where the last one ended.',
  failed: browserMessages.UNEXPECTED,
  sharedLog: ['holder.updated'],
})

const endsSessions = { by: 'signed in', busy: 'Signing out…', failed: messages.END_SESSION_FAILED } as const

export const endSessionCommand = defineCommand({
  ...endsSessions,
  name: 'session.end',
  about: 'session',
  fields: {},
  refusals: {},
  button: 'Sign out',
  notice: 'Session ended',
  sharedLog: ['session.ended'],
})

export const endOtherSessionsCommand = defineCommand({
  ...endsSessions,
  name: 'session.end_others',
  fields: {},
  refusals: {},
  button: 'Sign out all others',
  notice: 'Signed out everywhere else',
  log: { 'session.others_ended': 'Ended all other sessions' },
})

const aboutErasure = { by: 'signed in', busy: 'Sending…', failed: messages.ERASURE_REQUEST_FAILED } as const

export const requestErasureCommand = defineCommand({
  ...aboutErasure,
  name: 'erasure.request',
  fields: {},
  refusals: {},
  button: 'Ask to erase my account',
  notice: 'We have your request and will get back to you.',
  log: { 'erasure.requested': 'Requested the erasure of their account' },
})

export const withdrawErasureCommand = defineCommand({
  ...aboutErasure,
  name: 'erasure.withdraw',
  fields: {},
  refusals: {},
  button: 'Withdraw request',
  notice: 'Request withdrawn. Your account stays.',
  log: { 'erasure.withdrawn': 'Withdrew the request to be erased' },
})
