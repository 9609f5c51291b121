import { href, redirect } from 'react-router'
import { calculator } from '../../../content/calculator.ts'
import { calls } from '../../../content/call-offers.ts'
import { callsOffered } from '../../../content/calls-offered.ts'
import type { OfferName } from '../../../content/calls-types.ts'
import type { ServerContext } from '../../shell/context.ts'
import { requireDatabase, unwrapOrRespond } from '../../shell/portal/server-errors.ts'
import { readInputs, toFullSearch } from '../calculator/inputs.ts'
import { noteInWords } from '../calculator/note-in-words.ts'
import { type KnownVisitor, knownVisitor } from './visitor-fields.tsx'

/** What a booking page shows: another company's widget, or the site's own form. */
export type BookingData = { note?: BookedNote } & (
  | { widget: { src: string; script?: string } }
  | { widget?: undefined; times: string[]; zone: string; ticket: string; known?: KnownVisitor }
)

/** The note a call is about, if the visitor came from the calculator. */
export type BookedNote = {
  /** What the page says about it. */
  about: string
  /** The message that is ready to send. */
  message: string
  /** The calculator with the same figures. */
  calculator: string
}

/**
 * Loads what a booking page shows.
 * @param url its parameter `zone` is the time zone in which times are shown; the calculator's say what a call is about
 * @throws a response: to /contact where the fund takes no such calls, or if the database is unavailable
 */
export async function loadBooking(url: URL, server: ServerContext, offer: OfferName): Promise<BookingData> {
  if (!callsOffered[offer]) throw redirect(href('/contact'))
  const { phoneBooking, videoBooking, founderCalendar, bookingScript } = server.embeds
  const note = noteIn(url.search)
  const address = { phone: phoneBooking, video: videoBooking, founder: founderCalendar }[offer]
  if (address) {
    const src = new URL(address)
    // Keeps the phone widget from showing a cached page (specification section 2).
    if (offer === 'phone') src.searchParams.set('t', String(Date.now()))
    return { note, widget: { src: src.href, script: offer === 'founder' ? undefined : bookingScript } }
  }
  requireDatabase(server)
  const zone = server.operations.timeZoneOrDefault(url.searchParams.get('zone') ?? calls.timeZone)
  return {
    note,
    times: await unwrapOrRespond(server.operations.getFreeTimes(offer)),
    zone,
    ticket: server.operations.openForm('call'),
    known: knownVisitor(server.actor),
  }
}

function noteIn(search: string): BookedNote | undefined {
  if (!new URLSearchParams(search).has('amount')) return undefined
  const inputs = readInputs(search)
  const words = noteInWords(inputs)
  const { about, message } = calculator.call
  return {
    about: about(words),
    message: message(words),
    calculator: `/investor-info${toFullSearch(inputs)}#calculator`,
  }
}
