import { defineCommand } from '../../rules/commands/command.ts'

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

const dismissal = {
  by: 'administrator',
  fields: {},
  refusals: {},
  busy: 'Dismissing…',
  notice: 'Dismissed',
  failed: 'We couldn’t dismiss it. Try again in a moment.',
  log: { 'mail_failure.dismissed': 'Dismissed failed e-mail' },
} as const

export const dismissMailCommand = defineCommand({
  ...dismissal,
  about: 'message',
  name: 'mail.dismiss',
  button: 'Dismiss',
})

export const dismissAllMailCommand = defineCommand({ ...dismissal, name: 'mail.dismiss_all', button: 'Clear the list' })
