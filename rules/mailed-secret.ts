import { refusalsFrom } from './commands/command.ts'
import { emailChangeMessages } from './email-change-messages.ts'
import { leadMessages } from './lead-messages.ts'

/** Why the secret of a mailed link is refused. */
export const mailedSecretRefusals = {
  ...refusalsFrom(emailChangeMessages, { REPORT_UNKNOWN: null }),
  ...refusalsFrom(leadMessages, { TOO_MANY_LEADS: null }),
} as const
