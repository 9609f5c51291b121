import { browserMessages } from '../../rules/browser-messages.ts'
import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { code, unchecked } from '../../rules/commands/fields.ts'
import { emailMessages } from '../../rules/email.ts'
import { notices } from '../../rules/notices.ts'
import { codeRefusals, sendsCode } from './code-refusals.ts'
import { emailChangeMessages as messages } from './email-change-messages.ts'
import { passkeyMessages } from './passkeys.ts'

/* The steps of changing the e-mail address that a person signs in with (specification section 4). */

const own = { by: 'signed in', notice: '', failed: browserMessages.UNEXPECTED } as const
const gone = refusalsFrom(messages, { CHANGE_GONE: null })
const sendsAgain = { ...sendsCode, button: 'Send a new code', busy: 'Sending…' } as const

export const startEmailChangeCommand = defineCommand({
  ...own,
  ...sendsCode,
  name: 'email.start_change',
  fields: {},
  refusals: {
    ...gone,
    ...sendsCode.refusals,
    ...refusalsFrom(passkeyMessages, { PASSKEY_NEEDED: null, PASSKEY_FIRST: null }),
  },
  button: 'Change e-mail',
  notice: notices.currentCodeSent,
})

const entersCode = {
  ...own,
  fields: { code: code('Verification code') },
  failed: messages.CHANGE_EMAIL_FAILED,
} as const

export const verifyCurrentEmailCommand = defineCommand({
  ...entersCode,
  name: 'email.verify_current',
  refusals: { ...gone, ...codeRefusals },
  button: 'Continue',
  busy: 'Checking…',
  notice: notices.currentVerified,
})

/** Of an address that a code is sent to. */
const ofNewAddress = {
  ...gone,
  ...sendsCode.refusals,
  ...refusalsFrom(messages, { EMAIL_SAME: null }),
  ...refusalsFrom(emailMessages, { EMAIL_REQUIRED: null, EMAIL_INVALID: null }),
} as const

export const enterNewEmailCommand = defineCommand({
  ...own,
  ...sendsCode,
  name: 'email.enter_new',
  fields: { email: unchecked('New e-mail address', { type: 'email' }) },
  refusals: {
    ...ofNewAddress,
    // That it is taken is found out in the next step, which leads back to this one.
    ...refusalsFrom(messages, { EMAIL_SAME: 'email', EMAIL_TAKEN: 'email' }),
    ...refusalsFrom(emailMessages, { EMAIL_REQUIRED: 'email', EMAIL_INVALID: 'email' }),
  },
  notice: notices.newCodeSent,
})

export const sendNewEmailCodeCommand = defineCommand({
  ...own,
  ...sendsAgain,
  name: 'email.send_again',
  fields: {},
  refusals: ofNewAddress,
  notice: notices.newCodeSent,
})

export const discardNewEmailCommand = defineCommand({
  ...own,
  name: 'email.use_other',
  fields: {},
  refusals: gone,
  button: 'Use a different address',
  busy: 'Going back…',
})

export const verifyNewEmailCommand = defineCommand({
  ...entersCode,
  name: 'email.verify_new',
  refusals: { ...gone, ...codeRefusals, ...refusalsFrom(messages, { EMAIL_TAKEN: null }) },
  button: 'Change e-mail',
  busy: 'Changing…',
  notice: notices.emailChanged,
  log: { 'email.changed': 'Changed the e-mail address' },
})

export const cancelEmailChangeCommand = defineCommand({
  ...own,
  name: 'email.cancel_change',
  fields: {},
  refusals: {},
  button: 'Cancel',
  busy: 'Canceling…',
})
