import { calls } from '../../../content/call-offers.ts'
import type { OfferName } from '../../../content/calls-types.ts'
import { contact } from '../../../content/contact.ts'
import { fund } from '../../../content/fund.ts'
import { bookingOverlay, formOverlay } from '../../../rules/limits.ts'
import type { ServerContext } from '../../context.ts'
import { requireDatabase, unwrapOrRespond } from '../../portal/server-errors.ts'
import { classes } from '../../ui/classes.ts'
import { Link } from '../../ui/link.tsx'
import style from './booking.module.css'
import type { BookingAnswer } from './booking-actions.ts'
import { BookingForm } from './booking-form.tsx'
import { Embed } from './embed.tsx'

/** What a booking page shows: another company's widget, or the site's own form. */
export type BookingData =
  | { widget: { src: string; script?: string } }
  | { widget?: undefined; times: string[]; zone: string; ticket: string }

/**
 * Loads what a booking page shows.
 * @param url its parameter `zone` is the time zone in which times are shown
 * @throws a response, if the database is unavailable
 */
export async function loadBooking(url: URL, server: ServerContext, offer: OfferName): Promise<BookingData> {
  const { phoneBooking, videoBooking, founderCalendar, bookingScript } = server.embeds
  const address = { phone: phoneBooking, video: videoBooking, founder: founderCalendar }[offer]
  if (address) {
    const src = new URL(address)
    // Keeps the phone widget from showing a cached page (specification section 2).
    if (offer === 'phone') src.searchParams.set('t', String(Date.now()))
    return { widget: { src: src.href, script: offer === 'founder' ? undefined : bookingScript } }
  }
  requireDatabase(server)
  const zone = server.operations.timeZoneOrDefault(url.searchParams.get('zone') ?? calls.timeZone)
  return {
    times: await unwrapOrRespond(server.operations.getFreeTimes(offer)),
    zone,
    ticket: server.operations.openForm('call'),
  }
}

type Props = { offer: OfferName; data: BookingData; initialAnswer: BookingAnswer | undefined }

/** A page to book a call. */
export function Booking({ offer, data, initialAnswer }: Props) {
  const { heading, lead } = contact.booking[offer]
  return (
    <div className={classes('wrap', 'columns', style.page)}>
      <header className={style.head}>
        <Link to="/contact" className={style.back}>
          Back
        </Link>
        <h1>{heading}</h1>
        <p className={style.lead}>{lead}</p>
        <p className={style.note}>
          Prefer to talk now? Call <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a>, or{' '}
          <Link to="/email-contact">write to us</Link>.
        </p>
      </header>
      <div className={style.main}>
        {data.widget ? (
          <Embed
            title={heading}
            {...data.widget}
            overlayMs={offer === 'founder' ? formOverlay : bookingOverlay}
            size={offer === 'founder' ? 'calendar' : 'booking'}
          />
        ) : (
          <BookingForm
            offer={offer}
            times={data.times}
            zone={data.zone}
            ticket={data.ticket}
            initialAnswer={initialAnswer}
          />
        )}
      </div>
    </div>
  )
}
