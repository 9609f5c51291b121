import type { OfferName } from '../../../content/calls-types.ts'
import { bookCallCommand } from '../../leads/call.commands.ts'
import { text, wholeForm } from '../../shell/actions/fields.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { nearestTimes } from './nearest-times.ts'
import { type FormAnswer, proofIn, refusedFormAnswer } from './visitor-form.ts'

/** What the page says after success. */
export type BookingDone = { email: string; startsAt: string; timeZone: string }

/**
 * The action of a booking page: books a call. If the time was taken meanwhile, the answer offers the nearest free times
 * and keeps what was typed.
 */
export function bookingActions(offer: OfferName) {
  return commandActions([bookCallCommand], {
    byDefault: 'call.book',
    refused: async ({ form, operations }, refused) => {
      const taken = refused.error.code === 'TIME_TAKEN'
      const nearest = taken ? nearestTimes(text(form, 'time'), await operations.getFreeTimes(offer)) : []
      return { ...refusedFormAnswer(form, refused), nearest }
    },
    run: {
      'call.book': async (
        { client, operations, url, form },
        { time, time_zone },
      ): Promise<FormAnswer<BookingDone>> => ({
        done: await operations.requestCall(client, url.origin, offer, time, time_zone, wholeForm(form), proofIn(form)),
      }),
    },
  })
}
