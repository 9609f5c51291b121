import { cancelOwnCallCommand, moveCallCommand, showCallCommand } from '../../leads/call.commands.ts'
import type { OwnCall } from '../../leads/server/calls.ts'
import { text, tokenIn } from '../../shell/actions/fields.ts'
import type { SecretAnswer } from '../../shell/actions/use-mailed-secret.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
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
export const action = commandActions([showCallCommand, moveCallCommand, cancelOwnCallCommand], {
  byDefault: 'call.show',
  refused: (_, { error }) => ({ error }),
  async complete({ client, operations, form }, answer): Promise<CallAnswer> {
    const token = tokenIn(form)
    const call = await operations.getCall(client, token)
    const changeable = !call.cancelledAt && call.startsAt.getTime() > Date.now()
    const times = changeable ? await operations.getFreeTimes(call.offer) : []
    const nearest = answer.error?.code === 'TIME_TAKEN' ? nearestTimes(text(form, 'time'), times) : undefined
    return { ...answer, call, token, changeable, times, ...(nearest && { nearest }) }
  },
  run: {
    // The answer is completed with it.
    'call.show': () => ({}),
    'call.move': async ({ client, operations, url }, { token, time }) => {
      await operations.moveCall(client, url.origin, token, time)
    },
    'call.cancel_own': async ({ client, operations, url }, { token }) => {
      await operations.cancelCall(client, url.origin, token)
    },
  },
})
