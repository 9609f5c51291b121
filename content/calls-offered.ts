import { calls } from './call-offers.ts'
import type { OfferName } from './calls-types.ts'
import { embeds } from './embeds.ts'
import { fund } from './fund.ts'

const hasHours = (name: OfferName) => Object.values(calls[name].hours).some(spans => spans.length > 0)

/** Bookable calls: those with hours in call-offers.ts, or with another company's calendar in embeds.ts. */
export const callsOffered: Record<OfferName, boolean> = {
  phone: hasHours('phone') || embeds.phoneBooking !== undefined,
  video: hasHours('video') || embeds.videoBooking !== undefined,
  founder: fund.founderTakesCalls,
}

/** Whether a video call can be booked for the same day: visitors who want to talk today are sent there. */
export const isSameDayOffered = callsOffered.video && calls.noticeHours <= 4

/** Booking pages of calls that aren't offered; they redirect to /contact. */
export const noBookingAt: readonly string[] = (['phone', 'video', 'founder'] as const)
  .filter(name => !callsOffered[name])
  .map(name => (name === 'founder' ? fund.founderPath : `/${name}-call-booking`))

/** The target of a button that asks for a call: the offered one, or all ways to reach the fund. */
export const callPath = callsOffered.phone
  ? '/phone-call-booking'
  : callsOffered.video
    ? '/video-call-booking'
    : '/contact'

/** That button's label. */
export const callAction = callPath === '/contact' ? 'Talk to us' : 'Book a call'
