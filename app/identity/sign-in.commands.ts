import { browserMessages } from '../../rules/browser-messages.ts'
import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { code, hidden, secret, unchecked } from '../../rules/commands/fields.ts'
import { emailMessages } from '../../rules/email.ts'
import { notices } from '../../rules/notices.ts'
import { codeRefusals, sendsCode } from './code-refusals.ts'
import { passkeyMessages } from './passkeys.ts'
import { signInMessages as messages } from './sign-in-messages.ts'

/* Signing in (specification sections 4 and 5). The page is public and loads the names only. */

const visitor = { by: 'visitor', notice: '', failed: browserMessages.UNEXPECTED } as const
const email = unchecked('E-mail address', { type: 'email' })
const emailRefusals = refusalsFrom(emailMessages, { EMAIL_REQUIRED: 'email', EMAIL_INVALID: 'email' })
/** Of an account that can't be signed in to. */
const blocked = refusalsFrom(messages, {
  EMAIL_MOVED: null,
  ACCOUNT_LOCKED: null,
  ACCESS_CLOSED: null,
  SIGN_UP_CLOSED: null,
  CLOCKS_DIFFER: null,
})

export const sendSignInCodeCommand = defineCommand({
  ...visitor,
  ...sendsCode,
  name: 'sign_in.send_code',
  /** Whether it is sent again; and what the browser has computed, if it was asked to. */
  fields: { email, again: hidden(), challenge: hidden(), number: hidden() },
  refusals: { ...emailRefusals, ...sendsCode.refusals },
  notice: notices.codeSent,
  log: { 'sign_in.code_requested': 'Requested a sign-in code' },
})

const entersCode = { ...visitor, fields: { email, code: code('Verification code') }, busy: 'Signing in…' } as const
const refusals = {
  ...refusalsFrom(emailMessages, { EMAIL_INVALID: 'email', EMAIL_REQUIRED: 'email' }),
  ...codeRefusals,
  ...refusalsFrom(messages, { CODE_ELSEWHERE: 'code' }),
  ...blocked,
}

export const enterSignInCodeCommand = defineCommand({
  ...entersCode,
  name: 'sign_in.enter_code',
  refusals: { ...refusals, ...refusalsFrom(messages, { SECOND_CODE: null }) },
  button: 'Continue',
  log: {
    'session.started': 'Signed in',
    'sign_in.code_failed': 'Entered a wrong code',
    'sign_in.refused': 'Was refused a sign-in',
    'sign_in.alarm': 'Guessing of codes raised an alarm',
  },
})

export const enterSecondCodeCommand = defineCommand({
  ...entersCode,
  name: 'sign_in.enter_second_code',
  refusals,
  button: 'Continue',
  log: { 'sign_in.second_code_failed': 'Entered a wrong second code' },
})

export const startPasskeySignInCommand = defineCommand({
  ...visitor,
  name: 'sign_in.start_passkey',
  fields: {},
  refusals: {},
  button: 'Sign in with a passkey',
  busy: 'Waiting…',
  failed: passkeyMessages.PASSKEY_FAILED,
})

export const signInWithPasskeyCommand = defineCommand({
  ...visitor,
  name: 'sign_in.with_passkey',
  fields: { answer: secret(), next: hidden() },
  refusals: {
    ...refusalsFrom(passkeyMessages, { PASSKEY_EXPIRED: null, PASSKEY_UNKNOWN: null, PASSKEY_REFUSED: null }),
    ...blocked,
  },
  button: 'Sign in with a passkey',
  busy: 'Waiting…',
  failed: passkeyMessages.PASSKEY_REFUSED,
  log: { 'passkey.used': 'Used a passkey to sign in', 'passkey.refused': 'Was refused with a passkey' },
})
