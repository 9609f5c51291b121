import { useEffect, useState } from 'react'
import { useActionData } from 'react-router'
import { copiedStays } from '../../../rules/limits.ts'
import {
  createCalendarAddressCommand as create,
  revokeCalendarAddressCommand as revoke,
} from '../../calendar/calendar.commands.ts'
import type { CalendarAddress } from '../../calendar/server/addresses.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import { useAction } from '../../shell/actions/use-action.ts'
import { useHydrated } from '../../shell/hydrated.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { Field } from '../../shell/ui/field.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { CalendarAnswer } from './calendar-actions.ts'
import style from './notes-page.module.css'

/** A link to the payment days for calendar programs: created, shown once, and revoked here. */
export function CalendarSection({ calendar }: { calendar: CalendarAddress | undefined }) {
  const { Form, answer: sent, busy, sentIntent } = useAction<CalendarAnswer>()
  const answered = useActionData() as CalendarAnswer | undefined
  const answer = sent ?? answered
  const address = calendar && answer?.address
  return (
    <section
      className={`stack double-above ${style.section}`}
      id="calendar"
      aria-labelledby="calendar-title"
      data-print="no"
    >
      <div className={`stack start top gap-3 ${style.about}`}>
        <h2 className="title" id="calendar-title">
          In your calendar
        </h2>
        <p className={style.note}>
          The days of your payments and maturities in your own calendar, kept up to date. Anyone with the link can read
          it, so don’t share it.
        </p>
      </div>
      <div className="stack start top shrink gap-4">
        <Banner of={answer?.error}>{answer?.error?.message}</Banner>
        {address && <NewAddress address={address} />}
        {calendar && !address && (
          <p>
            You created a link on <FormattedDate date={calendar.createdAt} />,{' '}
            {calendar.withAmounts ? 'with amounts' : 'without amounts'}. It was shown once. If you no longer have it,
            create a new one; the old one then stops working.
          </p>
        )}
        <Form method="post" className="stack start gap-4">
          <ActionFields intent={create.name} />
          <label className="row baseline gap-3 leading-5">
            <input type="checkbox" name="amounts" value="1" />
            {create.fields.amounts.label}
          </label>
          <Button type="submit" busy={busy && sentIntent === create.name} busyLabel={create.busy}>
            {calendar ? 'Create new link' : create.button}
          </Button>
        </Form>
        {calendar && (
          <Form method="post">
            <ActionFields intent={revoke.name} />
            <Button
              type="submit"
              size="small"
              variant="link"
              busy={busy && sentIntent === revoke.name}
              busyLabel={revoke.busy}
            >
              {revoke.button}
            </Button>
          </Form>
        )}
        <p role="status" className={style.note}>
          {answer?.notice}
        </p>
      </div>
    </section>
  )
}

function NewAddress({ address }: { address: string }) {
  const hydrated = useHydrated()
  const [copied, setCopied] = useState<'done' | 'failed'>()
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(undefined), copiedStays)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    // On an insecure page there is no `navigator.clipboard`.
    const done = await Promise.resolve(navigator.clipboard?.writeText(address).then(() => true)).catch(() => false)
    setCopied(done ? 'done' : 'failed')
  }
  return (
    <>
      <div className={`cluster full gap-3 align-end ${style.address}`}>
        <Field
          label="Your calendar link"
          hint="Add it in your calendar program as a calendar from the internet. It is shown only now."
          value={address}
          readOnly
          onFocus={event => event.currentTarget.select()}
        />
      </div>
      <div className="cluster gap-3">
        <Button href={address.replace(/^https?:/, 'webcal:')} variant="primary">
          Add to calendar
        </Button>
        {hydrated && <Button onClick={copy}>Copy</Button>}
      </div>
      <p role="status" className={style.note}>
        {copied && (copied === 'done' ? 'Copied.' : 'Select the link and copy it.')}
      </p>
    </>
  )
}
