import { data } from 'react-router'
import type { OwnCall } from '../../../server/leads/calls.ts'
import type { ServerContext } from '../../context.ts'
import { formOf } from '../../form.ts'
import { asRefusal, isPortalError, type Refusal } from '../../portal/errors.ts'
import { nearestTo } from './action.ts'

/** What the page of a booked call is answered with. */
export interface OwnCallAnswer {
  /** The secret that was sent, for the forms that follow. */
  token?: string
  call?: OwnCall
  /** Neither cancelled nor begun. */
  changeable?: boolean
  /** Free times to move it to. */
  times?: string[]
  nearest?: string[]
  notice?: string
  error?: Refusal
}

/** Shows, moves or cancels the call whose secret the form carries: `intent` show, move (with `time`) or cancel. */
export async function answerOwnCall(request: Request, { client, operations }: ServerContext) {
  const form = await formOf(request)
  const field = (name: string) => String(form.get(name) ?? '')
  const token = field('token').trim()
  const intent = field('intent')
  const { origin } = new URL(request.url)
  const answer: OwnCallAnswer = {}
  let status = 200
  try {
    if (intent === 'move') {
      await operations.moveCall(client, origin, token, field('time'))
      answer.notice = 'Your call has been rescheduled. A new invitation is on its way.'
    }
    if (intent === 'cancel') {
      await operations.cancelCall(client, origin, token)
      answer.notice = 'Your call is canceled. We’ve let the fund know.'
    }
  } catch (error) {
    answer.error = asRefusal(error, 'BOOK_CALL_FAILED')
    status = isPortalError(error) ? error.status : 500
  }
  try {
    answer.call = await operations.getCall(client, token)
    answer.token = token
    answer.changeable = !answer.call.cancelled_at && answer.call.starts_at.getTime() > Date.now()
    answer.times = answer.changeable ? await operations.getFreeTimes(answer.call.offer) : []
    if (answer.error?.code === 'TIME_TAKEN') answer.nearest = nearestTo(field('time'), answer.times)
  } catch (error) {
    answer.error ??= asRefusal(error, 'UNEXPECTED')
    status = isPortalError(error) ? error.status : 500
  }
  // A page that runs scripts reads the answer, not its status.
  return data(answer, { status: field('script') ? 200 : status })
}
