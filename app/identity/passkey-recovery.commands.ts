import { browserMessages } from '../../rules/browser-messages.ts'
import { defineCommand } from '../../rules/commands/command.ts'
import { secret } from '../../rules/commands/fields.ts'
import { mailedSecretRefusals } from './mailed-secret.ts'

/* A change of passkeys that someone requested without having one: anyone with the link in our e-mail can stop it. */

const withSecret = {
  by: 'visitor',
  fields: {
    token: secret(
      'Code from the e-mail',
      'You’ll find it at the end of our e-mail about your passkeys. The link in that e-mail fills it in for you.',
    ),
  },
  refusals: mailedSecretRefusals,
  notice: '',
  failed: browserMessages.UNEXPECTED,
} as const

export const showPasskeyRecoveryCommand = defineCommand({
  ...withSecret,
  name: 'passkey_recovery.show',
  button: 'Show what was asked',
  busy: 'Checking…',
})

export const stopPasskeyRecoveryCommand = defineCommand({
  ...withSecret,
  name: 'passkey_recovery.stop',
  button: 'This wasn’t me. Stop it',
  busy: 'Stopping it…',
  log: { 'passkey.recovery_stopped': 'Stopped a change of passkeys' },
})
