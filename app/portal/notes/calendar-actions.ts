import { href } from 'react-router'
import { type ActionAnswer, defineActions } from '../../actions/define-actions.ts'
import { text } from '../../actions/fields.ts'
import { signedIn } from '../../actions/guards.ts'

/** With the address that was just made: it is shown once. */
export interface CalendarAnswer extends ActionAnswer {
  address?: string
}

/** POST: the reader makes or revokes the address of their payments' calendar. */
export const action = defineActions<CalendarAnswer>()({
  guard: signedIn,
  otherwise: 'CALENDAR_FAILED',
  intents: {
    'calendar-create': {
      fields: { amounts: text },
      run: async ({ actor, operations, fields, url }) => ({
        address: await operations.createCalendarAddress(actor, fields.amounts === 'yes', url.origin),
      }),
    },
    'calendar-revoke': {
      run: ({ actor, operations }) => operations.revokeCalendarAddress(actor),
      notice: 'Your calendar link no longer works.',
      redirectTo: () => href('/profile/notes'),
    },
  },
})
