import { calls } from './call-offers.ts'
import type { OfferName } from './calls-types.ts'
import { embeds } from './embeds.ts'
import { fund } from './fund.ts'

const hasHours = (name: OfferName) => Object.values(calls[name].hours).some(spans => spans.length > 0)

/** Which calls can be booked: those that have hours in call-offers.ts, or another company's calendar in embeds.ts. */
export const callsOffered: Record<OfferName, boolean> = {
  phone: hasHours('phone') || embeds.phoneBooking !== undefined,
  video: hasHours('video') || embeds.videoBooking !== undefined,
  founder: fund.founderTakesCalls,
}

/** Whether a video call can be booked for the same day: those who want to talk today are led there. */
export const isSameDayOffered = callsOffered.video && calls.noticeHours <= 4

/** Booking pages of calls that aren't offered, which lead to /contact. */
export const noBookingAt: readonly string[] = (['phone', 'video', 'founder'] as const)
  .filter(name => !callsOffered[name])
  .map(name => (name === 'founder' ? fund.founderPath : `/${name}-call-booking`))

/** Where a button leads that asks for a call: to the one that is offered, or to every way to reach the fund. */
export const callPath = callsOffered.phone
  ? '/phone-call-booking'
  : callsOffered.video
    ? '/video-call-booking'
    : '/contact'

/** What that button says. */
export const callAction = callPath === '/contact' ? 'Talk to us' : 'Book a call'
