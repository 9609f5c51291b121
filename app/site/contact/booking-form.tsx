import { useEffect, useState } from 'react'
import { calls } from '../../../content/call-offers.ts'
import { callZones } from '../../../content/call-zones.ts'
import type { OfferName } from '../../../content/calls-types.ts'
import { contact } from '../../../content/contact.ts'
import { fund } from '../../../content/fund.ts'
import { dayIn, hourIn, zoneLabel } from '../../../rules/dates.ts'
import type { bookCallCommand } from '../../leads/call.commands.ts'
import { messageLength } from '../../leads/leads.ts'
import { useHydrated } from '../../shell/hydrated.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { TextField } from '../../shell/ui/field.tsx'
import type { BookingDone } from './booking-actions.ts'
import style from './form.module.css'
import { FormProof } from './proof.tsx'
import { TimeSlots } from './time-slots.tsx'
import { TimeZoneChoice, useTimeZone } from './time-zone-choice.tsx'
import { useVisitorForm } from './use-visitor-form.ts'
import { type KnownVisitor, VisitorFields } from './visitor-fields.tsx'

type Props = {
  offer: OfferName
  times: string[]
  /** The time zone from the address, or the fund's (IANA). */
  zone: string
  ticket: string
  known: KnownVisitor | undefined
  /** What the visitor may want to say, ready to change. */
  message?: string
}

/** The site's own booking form: a choice of times, and fields for the visitor's details. */
export function BookingForm({ offer, times, zone: given, ticket, known, message }: Props) {
  const hydrated = useHydrated()
  const { Form, answer, busy, form, done } = useVisitorForm<BookingDone>()
  const [zone, setZone] = useTimeZone(given)
  // Kept while other errors are corrected, because one of them may be chosen.
  const [nearest, setNearest] = useState(answer?.nearest ?? [])
  const latest = answer?.nearest
  useEffect(() => {
    if (latest?.length) setNearest(latest)
  }, [latest])
  if (answer?.done) {
    const { startsAt, timeZone, email } = answer.done
    return (
      <div className={`stack gap-4 double ${style.done}`}>
        <h2 ref={done} tabIndex={-1}>
          Your call is booked.
        </h2>
        <p className={`size-h4 display lining ${style.when}`}>
          {dayIn(timeZone, startsAt, fund.language)}, {hourIn(timeZone, startsAt, fund.language)}{' '}
          <span>{zoneLabel(timeZone, callZones)} time</span>
        </p>
        <p>
          A calendar invitation is on its way to {email}. {contact.change}
        </p>
      </div>
    )
  }
  const { problems = {}, typed = {}, error } = answer ?? {}
  const taken = error?.code === 'TIME_TAKEN'
  return (
    <div className="stack gap-6">
      <TimeZoneChoice zone={zone} onChoose={setZone} />
      <Form method="post" className={`stack gap-6 ${style.form}`} ref={form} noValidate={hydrated}>
        <TimeSlots
          times={times}
          zone={zone}
          legend="Choose a time"
          error={taken ? error.message : problems.time}
          chosen={typed.time}
          nearest={nearest}
        />
        <VisitorFields known={known} typed={typed} problems={problems} phoneRequired={calls[offer].kind === 'phone'} />
        <TextField<typeof bookCallCommand>
          label="What would you like to talk about? (optional)"
          name="message"
          rows={4}
          maxLength={messageLength}
          defaultValue={typed.message ?? message}
          error={problems.message}
        />
        <input type="hidden" name="time_zone" value={zone} />
        <FormProof ticket={ticket} refused={error?.code} />
        <Banner of={error}>{!taken && error?.message}</Banner>
        <div className={`stack start gap-4 ${style.send}`}>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            busyLabel={'Booking…' satisfies (typeof bookCallCommand)['busy']}
          >
            {'Book this call' satisfies (typeof bookCallCommand)['button']}
          </Button>
          <p className="quiet">{contact.change}</p>
        </div>
      </Form>
    </div>
  )
}
