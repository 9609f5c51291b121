import { refusalsFrom } from '../../rules/commands/command.ts'
import { leadMessages } from '../leads/messages.ts'
import { emailChangeMessages } from './email-change-messages.ts'

/** Why the secret of a mailed link is refused. */
export const mailedSecretRefusals = {
  ...refusalsFrom(emailChangeMessages, { REPORT_UNKNOWN: null }),
  ...refusalsFrom(leadMessages, { TOO_MANY_LEADS: null }),
} as const
