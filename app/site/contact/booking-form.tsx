import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { calls } from '../../../content/calls.ts'
import type { OfferName } from '../../../content/calls-types.ts'
import { contact } from '../../../content/contact.ts'
import { fund } from '../../../content/fund.ts'
import { dayIn, hourIn, zoneLabel } from '../../../rules/dates.ts'
import { messageLength } from '../../../rules/leads.ts'
import { useHydrated } from '../../hydrated.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { CallAnswer } from './action.ts'
import style from './form.module.css'
import { PersonFields } from './person-fields.tsx'
import { type FormTicket, Proof } from './proof.tsx'
import { useFocusOnAnswer } from './send.ts'
import { Times } from './times.tsx'
import { useZone, ZoneChoice } from './zone.tsx'

type Props = {
  offer: OfferName
  times: string[]
  /** The zone of the address, or the fund's. */
  zone: string
  ticket: FormTicket
  answered: CallAnswer | undefined
}

/** The site's own calendar: choose a time, say who you are. */
export function BookingForm({ offer, times, zone: given, ticket, answered }: Props) {
  const fetcher = useFetcher<CallAnswer>()
  const hydrated = useHydrated()
  const answer = fetcher.data ?? answered
  const focus = useFocusOnAnswer(fetcher.data)
  const [zone, setZone] = useZone(given)
  // They stay while something else is mended: one of them may be chosen.
  const [nearest, setNearest] = useState(answered?.done ? [] : (answered?.nearest ?? []))
  const fresh = fetcher.data?.done ? undefined : fetcher.data?.nearest
  useEffect(() => {
    if (fresh?.length) setNearest(fresh)
  }, [fresh])
  if (answer?.done) {
    const { startsAt, timeZone, email } = answer.done
    return (
      <div className={style.done}>
        <h2 ref={focus.done} tabIndex={-1}>
          Your call is booked.
        </h2>
        <p className={style.when}>
          {dayIn(timeZone, startsAt, fund.language)}, {hourIn(timeZone, startsAt, fund.language)}{' '}
          <span>{zoneLabel(timeZone, calls.zones)} time</span>
        </p>
        <p>
          A calendar invitation is on its way to {email}. {contact.change}
        </p>
      </div>
    )
  }
  const { problems = {}, values = {}, error } = answer ?? {}
  const taken = error?.code === 'TIME_TAKEN'
  return (
    <div className={style.booking}>
      <ZoneChoice zone={zone} onChoose={setZone} />
      <fetcher.Form method="post" className={style.form} ref={focus.form} noValidate={hydrated}>
        <Times
          times={times}
          zone={zone}
          legend="Choose a time"
          error={taken ? error.message : problems.time}
          chosen={values.time}
          nearest={nearest}
        />
        <PersonFields values={values} problems={problems} phoneNeeded={calls[offer].kind === 'phone'} />
        <TextField
          label="What would you like to talk about? (optional)"
          name="message"
          rows={4}
          maxLength={messageLength}
          defaultValue={values.message}
          error={problems.message}
        />
        <input type="hidden" name="time_zone" value={zone} />
        <Proof ticket={ticket} caught={error?.code === 'NOT_A_PERSON'} />
        <Banner of={error}>{!taken && error?.message}</Banner>
        <div className={style.send}>
          <Button type="submit" variant="primary" busy={fetcher.state !== 'idle'} busyLabel="Booking…">
            Book this call
          </Button>
          <p>{contact.change}</p>
        </div>
      </fetcher.Form>
    </div>
  )
}
