import { href } from 'react-router'
import { createCalendarAddressCommand, revokeCalendarAddressCommand } from '../../calendar/calendar.commands.ts'
import type { CommandAnswer } from '../../shell/actions/answer.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'

/** With the address that was just made: it is shown once. */
export interface CalendarAnswer extends CommandAnswer {
  address?: string
}

/** POST: the reader makes or revokes the address of their payments' calendar. */
export const action = commandActions([createCalendarAddressCommand, revokeCalendarAddressCommand], {
  redirectTo: () => href('/profile/notes'),
  after: {
    [createCalendarAddressCommand.name]: (path: string, { url }): CalendarAnswer => ({ address: url.origin + path }),
  },
})
