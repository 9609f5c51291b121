import type { OfferName } from '../../../content/calls-types.ts'
import { defineActions } from '../../actions/define-actions.ts'
import { text, wholeForm } from '../../actions/fields.ts'
import { nearestTimes } from './nearest-times.ts'
import { type FormAnswer, proofIn, refusedFormAnswer } from './visitor-form.ts'

/** What the page says after success. */
export type BookingDone = { email: string; startsAt: string; timeZone: string }

/**
 * The action of a booking page: books a call. If the time was taken meanwhile, the answer offers the nearest free times
 * and keeps what was typed.
 */
export function bookingActions(offer: OfferName) {
  return defineActions<FormAnswer<BookingDone>, 'visitor'>({
    by: 'visitor',
    defaultIntent: 'book',
    keepsPageOnFault: true,
    refused: async ({ form, operations }, refused) => {
      const taken = refused.error.code === 'TIME_TAKEN'
      const nearest = taken ? nearestTimes(text(form, 'time'), await operations.getFreeTimes(offer)) : []
      return { ...refusedFormAnswer(form, refused), nearest }
    },
    intents: {
      book: {
        run: async ({ client, operations, url, form }) => {
          const [time, zone] = [text(form, 'time'), text(form, 'time_zone')]
          const asked = [offer, time, zone, wholeForm(form), proofIn(form)] as const
          return { done: await operations.requestCall(client, url.origin, ...asked) }
        },
        otherwise: 'BOOK_CALL_FAILED',
      },
    },
  })
}
