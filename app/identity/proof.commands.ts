import { browserMessages } from '../../rules/browser-messages.ts'
import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { code, secret } from '../../rules/commands/fields.ts'
import { codeRefusals, sendsCode } from './code-refusals.ts'
import { passkeyMessages as messages } from './passkeys.ts'

/* Fresh proof of who is there, and the steps of adding a passkey. Both are ceremonies of several steps (`passkey-actions.ts`). */

const own = { by: 'signed in', notice: '', busy: 'Checking…', failed: browserMessages.UNEXPECTED } as const
/** For a person who has a passkey, or who needs one at this site. */
const needed = refusalsFrom(messages, { PASSKEY_NEEDED: null })

export const showProofWaysCommand = defineCommand({
  ...own,
  name: 'proof.show_ways',
  fields: {},
  refusals: {},
  button: 'Confirm that it’s you',
})

export const proveByPasskeyCommand = defineCommand({
  ...own,
  name: 'proof.by_passkey',
  fields: { answer: secret() },
  refusals: refusalsFrom(messages, { PASSKEY_EXPIRED: null, PASSKEY_UNKNOWN: null, PASSKEY_REFUSED: null }),
  button: 'Use your passkey',
  busy: 'Waiting…',
  failed: messages.PASSKEY_REFUSED,
  log: { 'proof.given': 'Confirmed who they are' },
})

export const proveByRecoveryCodeCommand = defineCommand({
  ...own,
  name: 'proof.by_recovery_code',
  fields: { recovery: secret('Recovery code', 'One of the ten that you saved. Each works once.') },
  refusals: refusalsFrom(messages, { RECOVERY_CODE_WRONG: 'recovery' }),
  button: 'Use this code',
  log: { 'recovery_codes.used': 'Used a recovery code', 'recovery_codes.refused': 'Entered a wrong recovery code' },
})

export const sendProofCodeCommand = defineCommand({
  ...own,
  ...sendsCode,
  name: 'proof.send_code',
  fields: {},
  refusals: { ...needed, ...sendsCode.refusals },
})

export const proveByCodeCommand = defineCommand({
  ...own,
  name: 'proof.by_code',
  fields: { code: code('Verification code') },
  refusals: { ...codeRefusals, ...needed },
  button: 'Confirm',
  log: { 'proof.refused': 'Failed to confirm who they are' },
})

export const countPasskeysCommand = defineCommand({
  ...own,
  name: 'passkey.count',
  fields: {},
  refusals: {},
  button: 'Count passkeys',
})

export const startAddingPasskeyCommand = defineCommand({
  ...own,
  name: 'passkey.start_adding',
  fields: {},
  refusals: { ...needed, ...refusalsFrom(messages, { PASSKEYS_MANY: null }) },
  button: 'Add a passkey',
  busy: 'Waiting…',
  failed: messages.PASSKEY_FAILED,
})

export const addPasskeyCommand = defineCommand({
  ...own,
  name: 'passkey.add',
  fields: { answer: secret() },
  refusals: {
    ...needed,
    ...refusalsFrom(messages, { PASSKEY_EXPIRED: null, PASSKEY_REFUSED: null, PASSKEY_EXISTS: null }),
  },
  button: 'Add a passkey',
  busy: 'Waiting…',
  notice: 'Passkey added',
  failed: messages.PASSKEY_REFUSED,
  log: { 'passkey.added': 'Added a passkey' },
})
