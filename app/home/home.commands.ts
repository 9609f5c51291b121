import { defineCommand } from '../../rules/commands/command.ts'
import { homeMessages } from './messages.ts'

/* What a new person puts away on their home. Its page, which loads no commands, names them as text. */

const putAway = {
  by: 'signed in',
  fields: {},
  refusals: {},
  busy: 'Saving…',
  notice: '',
  failed: homeMessages.HOME_FAILED,
} as const

export const skipDetailsCommand = defineCommand({ ...putAway, name: 'home.skip_details', button: 'Not now' })

export const hideStepsCommand = defineCommand({ ...putAway, name: 'home.hide_steps', button: 'Hide these steps' })
