import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { callZones } from '../../../content/call-zones.ts'
import { contact } from '../../../content/contact.ts'
import { fund } from '../../../content/fund.ts'
import { dayIn, hourIn, zoneLabel } from '../../../rules/dates.ts'
import type { cancelOwnCallCommand, moveCallCommand, showCallCommand } from '../../leads/call.commands.ts'
import type { OwnCall } from '../../leads/server/calls.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import { CommandSubmit } from '../../shell/actions/command-submit.tsx'
import { MailedCodeForm, type Named } from '../../shell/actions/mailed-code-form.tsx'
import type { FormAction } from '../../shell/actions/use-action.ts'
import { useMailedSecret } from '../../shell/actions/use-mailed-secret.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { classes } from '../../shell/ui/classes.ts'
import { Link } from '../../shell/ui/link.tsx'
import { pageMeta } from '../meta.ts'
import style from './booking.module.css'
import own from './call.module.css'
import type { CallAnswer } from './call-actions.ts'
import form from './form.module.css'
import { TimeSlots } from './time-slots.tsx'
import '../../shell/styles/layout.css'

export { action } from './call-actions.ts'

export const meta = () => [...pageMeta(contact.call.title), { name: 'robots', content: 'noindex' }]

export const headers = () => ({ 'Cache-Control': 'no-store' })

// Typed, because the descriptions would load the messages of the whole site.
const show = {
  ...({ name: 'call.show', button: 'Show my call', busy: 'Checking…' } satisfies Named<typeof showCallCommand>),
  fields: {
    token: {
      label: 'Call code' satisfies (typeof showCallCommand)['fields']['token']['label'],
      hint: 'You’ll find it in our e-mail about your call. The link in that e-mail fills it in for you.',
    },
  },
}
const move = {
  name: 'call.move',
  button: 'Reschedule this call',
  busy: 'Rescheduling…',
} satisfies Named<typeof moveCallCommand>
const cancel = {
  name: 'call.cancel_own',
  button: 'Cancel this call',
  busy: 'Canceling…',
} satisfies Named<typeof cancelOwnCallCommand>

/**
 * The page that the e-mail about a call links to, where the call can be rescheduled or canceled. The secret in the link
 * is handled by `useMailedSecret`.
 */
export default function Call() {
  const action = useMailedSecret<CallAnswer>(show)
  const { answer } = action
  const changed = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (answer?.notice) changed.current?.focus()
  }, [answer])
  return (
    <div className={classes('wrap', 'columns', style.page)}>
      <header className={`first-4 sticky ${style.head}`}>
        <h1>{contact.call.heading}</h1>
        {answer?.call && <When call={answer.call} />}
        <p className={style.note}>
          Questions? Call <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a>.
        </p>
      </header>
      <div className={`from-6 ${own.main}`}>
        <p ref={changed} tabIndex={-1} className={own.notice} role="status">
          {answer?.notice}
        </p>
        <Banner>{answer?.error?.message}</Banner>
        {answer?.call && answer.token ? (
          <Changes action={action} answer={answer} call={answer.call} token={answer.token} />
        ) : (
          <MailedCodeForm action={action} command={show} className={`stack gap-6 ${form.form}`} />
        )}
      </div>
    </div>
  )
}

type ChangesProps = {
  action: FormAction<CallAnswer>
  answer: CallAnswer
  call: OwnCall
  token: string
}

function Changes({ action: { Form, busy }, answer, call, token }: ChangesProps) {
  if (call.cancelledAt)
    return (
      <p>
        This call is canceled. You can <Link to={href('/contact')}>book another one</Link> any time.
      </p>
    )
  if (!answer.changeable) return <p>This call has already started or ended, so you can’t change it here.</p>
  return (
    <>
      <details className={`line-below ${own.change}`} open={answer.error !== undefined || undefined}>
        <summary>Choose a different time</summary>
        <Form method="post" className={`stack gap-6 ${form.form}`}>
          <input type="hidden" name="token" value={token} />
          <ActionFields />
          <TimeSlots
            times={answer.times ?? []}
            zone={call.timeZone}
            legend={`Available times, ${zoneLabel(call.timeZone, callZones)} time`}
            nearest={answer.nearest}
          />
          <div>
            <CommandSubmit command={move} variant="primary" busy={busy} />
          </div>
        </Form>
      </details>
      <details className={`line-below ${own.change}`}>
        <summary>Cancel instead</summary>
        <Form method="post" className={`stack gap-6 ${form.form}`}>
          <input type="hidden" name="token" value={token} />
          <ActionFields />
          <p>We’ll cancel the call on {dayIn(call.timeZone, call.startsAt, fund.language)} and free up the time.</p>
          <div>
            <CommandSubmit command={cancel} variant="danger" busy={busy} />
          </div>
        </Form>
      </details>
    </>
  )
}

function When({ call }: { call: OwnCall }) {
  const { timeZone: zone, startsAt, endsAt } = call
  const hour = (time: Date) => hourIn(zone, time, fund.language)
  return (
    <p className={classes(`size-h4 display lining ${form.when}`, call.cancelledAt && own.gone)}>
      {dayIn(zone, startsAt, fund.language)}
      <br />
      {hour(startsAt)} to {hour(endsAt)}
      <span>
        {zoneLabel(zone, callZones)} time · {contact.booking[call.offer].heading}
      </span>
    </p>
  )
}
