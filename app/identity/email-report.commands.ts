import { browserMessages } from '../../rules/browser-messages.ts'
import { defineCommand } from '../../rules/commands/command.ts'
import { code, secret } from '../../rules/commands/fields.ts'
import { codeRefusals, sendsCode } from './code-refusals.ts'
import { mailedSecretRefusals } from './mailed-secret.ts'

/* A change of address that its owner didn't make: anyone with the link in our e-mail to the old address undoes it. */

const visitor = { by: 'visitor', notice: '', failed: browserMessages.UNEXPECTED } as const
const token = secret(
  'Code from the e-mail',
  'You’ll find it at the end of our e-mail about the change. The link in that e-mail fills it in for you.',
)
const withSecret = { ...visitor, fields: { token }, refusals: mailedSecretRefusals } as const
const restoreCodeSent = 'Verification code sent to your old email'
const refusals = { ...mailedSecretRefusals, ...sendsCode.refusals } as const

export const showEmailReportCommand = defineCommand({
  ...withSecret,
  name: 'email_report.show',
  button: 'Show the change',
  busy: 'Checking…',
})

export const reportEmailChangeCommand = defineCommand({
  ...withSecret,
  name: 'email_report.lock',
  refusals,
  button: 'This wasn’t me. Lock the account',
  busy: 'Locking the account…',
  notice: restoreCodeSent,
  log: { 'email.change_reported': 'Reported a change of the e-mail address' },
})

export const sendRestoreCodeCommand = defineCommand({
  ...withSecret,
  name: 'email_report.send_code',
  refusals,
  button: 'Send a new code',
  busy: 'Sending…',
  notice: restoreCodeSent,
})

export const restoreEmailCommand = defineCommand({
  ...withSecret,
  name: 'email_report.restore',
  fields: { token, code: code('Verification code') },
  refusals: { ...mailedSecretRefusals, ...codeRefusals },
  button: 'Restore my account',
  busy: 'Restoring…',
  log: { 'email.change_undone': 'Undid a change of the e-mail address' },
})
