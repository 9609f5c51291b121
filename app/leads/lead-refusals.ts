import { refusalsFrom } from '../../rules/commands/command.ts'
import { leadMessages } from './messages.ts'

/** Why a visitor's form is refused that is no bot's, and how many are taken. */
export const leadRefusals = refusalsFrom(leadMessages, {
  NOT_A_PERSON: null,
  SENT_TOO_FAST: null,
  FORM_EXPIRED: null,
  TOO_MANY_TODAY: null,
  TOO_MANY_LEADS: null,
})
