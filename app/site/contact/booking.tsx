import { href } from 'react-router'
import { calculator } from '../../../content/calculator.ts'
import type { OfferName } from '../../../content/calls-types.ts'
import { contact } from '../../../content/contact.ts'
import { fund } from '../../../content/fund.ts'
import { bookingOverlay, formOverlay } from '../../../rules/limits.ts'
import { classes } from '../../shell/ui/classes.ts'
import { Link } from '../../shell/ui/link.tsx'
import style from './booking.module.css'
import { BookingForm } from './booking-form.tsx'
import { Embed } from './embed.tsx'
import type { BookingData } from './load-booking.ts'
import '../../shell/styles/layout.css'

type Props = { offer: OfferName; data: BookingData }

/** A page to book a call. */
export function Booking({ offer, data }: Props) {
  const { heading, lead } = contact.booking[offer]
  return (
    <div className={classes('wrap', 'columns', style.page)}>
      <header className={`first-4 sticky ${style.head}`}>
        <Link to={href('/contact')} className={style.back}>
          Back
        </Link>
        <h1>{heading}</h1>
        <p className={style.lead}>{lead}</p>
        {data.note && (
          <p className={style.about}>
            {data.note.about} <Link to={data.note.calculator}>{calculator.call.change}</Link>
          </p>
        )}
        <p className={style.note}>
          Prefer to talk now? Call <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a>, or{' '}
          <Link to={href('/email-contact')}>write to us</Link>.
        </p>
      </header>
      <div className="from-6">
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
            known={data.known}
            message={data.note?.message}
          />
        )}
      </div>
    </div>
  )
}
