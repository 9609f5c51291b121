import type { OwnCall } from '../../../server/leads/calls.ts'
import { defineActions } from '../../actions/define-actions.ts'
import { text, tokenIn } from '../../actions/fields.ts'
import type { SecretAnswer } from '../../actions/use-mailed-secret.ts'
import { nearestTimes } from './nearest-times.ts'

/** The answer to the forms of a booked call's page. */
export interface CallAnswer extends SecretAnswer {
  call?: OwnCall
  /** Whether the call is neither canceled nor started. */
  changeable?: boolean
  /** Free times to reschedule it to. */
  times?: string[]
  /** Of these, the nearest to a time that was already taken. */
  nearest?: string[]
}

/** The action of a booked call's page: shows, reschedules or cancels the call. */
export const action = defineActions<CallAnswer, 'visitor'>({
  by: 'visitor',
  defaultIntent: 'show',
  refused: (_, { error }) => ({ error }),
  complete: async ({ client, operations, form }, answer) => {
    const token = tokenIn(form)
    const call = await operations.getCall(client, token)
    const changeable = !call.cancelled_at && call.starts_at.getTime() > Date.now()
    const times = changeable ? await operations.getFreeTimes(call.offer) : []
    const nearest = answer.error?.code === 'TIME_TAKEN' ? nearestTimes(text(form, 'time'), times) : undefined
    return { ...answer, call, token, changeable, times, nearest }
  },
  intents: {
    show: { run: () => undefined },
    move: {
      run: ({ client, operations, url, form }) =>
        operations.moveCall(client, url.origin, tokenIn(form), text(form, 'time')),
      notice: 'Your call has been rescheduled. A new invitation is on its way.',
      otherwise: 'BOOK_CALL_FAILED',
    },
    cancel: {
      run: ({ client, operations, url, form }) => operations.cancelCall(client, url.origin, tokenIn(form)),
      notice: 'Your call is canceled. We’ve let the fund know.',
      otherwise: 'BOOK_CALL_FAILED',
    },
  },
})
