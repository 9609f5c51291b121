import { calls } from '../../../content/call-offers.ts'
import type { OfferName } from '../../../content/calls-types.ts'
import { readCall } from '../../../rules/leads.ts'
import { defineActions, FieldProblems } from '../../actions/define-actions.ts'
import { text, wholeForm } from '../../actions/fields.ts'
import { visitorWithProof } from '../../actions/guards.ts'
import { nearestTimes } from './nearest-times.ts'
import { type FormAnswer, refusedFormAnswer } from './visitor-form.ts'

export type BookingAnswer = FormAnswer<{ email: string; startsAt: string; timeZone: string }>

/**
 * The action of a booking page: books a call. If the time was taken meanwhile, the answer offers the nearest free times
 * and keeps what was typed.
 */
export function bookingActions(offer: OfferName) {
  return defineActions<BookingAnswer>()({
    guard: visitorWithProof,
    defaultIntent: 'book',
    keepsPageOnFault: true,
    refused: async ({ form, operations }, refused) => {
      const taken = refused.error?.code === 'TIME_TAKEN'
      const nearest = taken ? nearestTimes(text(form, 'time'), await operations.getFreeTimes(offer)) : []
      return { ...refusedFormAnswer(form, refused), nearest }
    },
    intents: {
      book: {
        fields: { typed: wholeForm, time: text, time_zone: text },
        run: async ({ client, operations, url, proof, fields: { typed, time, time_zone } }) => {
          const { form, problems } = readCall(typed, calls[offer].kind)
          if (!time) problems.time = 'TIME_REQUIRED'
          if (Object.keys(problems).length > 0) throw new FieldProblems(problems)
          const startsAt = await operations.requestCall(client, url.origin, offer, time, time_zone, typed, proof)
          return { done: { email: form.email, startsAt, timeZone: operations.timeZoneOrDefault(time_zone) } }
        },
        otherwise: 'BOOK_CALL_FAILED',
      },
    },
  })
}
