import { browserMessages } from '../../rules/browser-messages.ts'
import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { line } from '../../rules/commands/fields.ts'
import { passkeyNameLength } from '../../rules/limits.ts'
import { passkeyMessages as messages } from './passkeys.ts'

/* What people change about their passkeys and recovery codes. Adding one takes its own steps (`passkey-actions.ts`). */

const own = { by: 'signed in', failed: browserMessages.UNEXPECTED, busy: 'Saving…' } as const
const aboutPasskey = { ...own, about: 'passkey' } as const
const needed = refusalsFrom(messages, { PASSKEY_NEEDED: null })

export const renamePasskeyCommand = defineCommand({
  ...aboutPasskey,
  name: 'passkey.rename',
  fields: { name: line('Name', { most: passkeyNameLength }, { PASSKEY_NAME: messages.PASSKEY_NAME }) },
  refusals: {},
  button: 'Save',
  notice: 'Passkey renamed',
  log: { 'passkey.renamed': 'Renamed a passkey' },
})

export const removePasskeyCommand = defineCommand({
  ...aboutPasskey,
  name: 'passkey.remove',
  fields: {},
  refusals: { ...needed, ...refusalsFrom(messages, { PASSKEY_LAST: null }) },
  button: 'Remove passkey',
  busy: 'Removing…',
  notice: 'Passkey removed',
  log: { 'passkey.removed': 'Removed a passkey' },
})

export const makeRecoveryCodesCommand = defineCommand({
  ...own,
  name: 'passkey.make_codes',
  fields: {},
  refusals: needed,
  button: 'Make recovery codes',
  busy: 'Making them…',
  notice: '',
  isShownOnce: true,
  log: { 'recovery_codes.made': 'Made recovery codes' },
})

export const requestPasskeyRecoveryCommand = defineCommand({
  ...own,
  name: 'passkey.request_recovery',
  fields: {},
  refusals: needed,
  button: 'Change my passkeys after a week',
  notice: 'We’ve e-mailed every address of your account. Come back in a week.',
  log: { 'passkey.recovery_requested': 'Requested a change of passkeys without one' },
})

export const cancelPasskeyRecoveryCommand = defineCommand({
  ...own,
  name: 'passkey.cancel_recovery',
  fields: {},
  refusals: {},
  button: 'Keep my passkeys as they are',
  notice: 'Canceled. Your passkeys stay as they are.',
  log: { 'passkey.recovery_stopped': 'Stopped a change of passkeys' },
})
