import { defineCommand } from './commands/command.ts'
import { hidden } from './commands/fields.ts'

/* E-mail that could not be delivered: what administrators do about it. */

export const sendMailAgainCommand = defineCommand({
  by: 'administrator',
  about: 'message',
  name: 'mail.send_again',
  fields: {},
  refusals: {},
  button: 'Send again',
  busy: 'Sending…',
  notice: 'Sending it again. Once it’s delivered, it leaves this list.',
  failed: 'We couldn’t send it again. Try again in a moment.',
  log: { 'mail_failure.sent_again': 'Sent a failed e-mail again' },
})

export const dismissMailCommand = defineCommand({
  by: 'administrator',
  name: 'mail.dismiss',
  // All of the list without one.
  fields: { message: hidden() },
  refusals: {},
  button: 'Dismiss',
  busy: 'Dismissing…',
  notice: 'Dismissed',
  failed: 'We couldn’t dismiss it. Try again in a moment.',
  log: { 'mail_failure.dismissed': 'Dismissed failed e-mail' },
})
