import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { calls } from '../../../content/calls.ts'
import { contact } from '../../../content/contact.ts'
import { fund } from '../../../content/fund.ts'
import { dayIn, hourIn, zoneLabel } from '../../../rules/dates.ts'
import type { OwnCall } from '../../../server/leads/calls.ts'
import { serverContext } from '../../context.ts'
import { useHydrated } from '../../hydrated.ts'
import { useMailedSecret } from '../../mailed-secret.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/field.tsx'
import { Link } from '../../ui/link.tsx'
import { pageMeta } from '../meta.ts'
import type { Route } from './+types/call'
import style from './booking.module.css'
import own from './call.module.css'
import { answerOwnCall, type OwnCallAnswer } from './call-action.ts'
import form from './form.module.css'
import { keepTyped, useLastShown } from './send.ts'
import { Times } from './times.tsx'

export const meta = () => [...pageMeta(contact.call.title), { name: 'robots', content: 'noindex' }]

export const headers = () => ({ 'Cache-Control': 'no-store' })

export function action({ request, context }: Route.ActionArgs) {
  return answerOwnCall(request, context.get(serverContext))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepTyped(serverAction)

/**
 * Where the link in a call's mail leads: to move the call or cancel it. The secret stands in the address after `#`,
 * which browsers send to nobody, and goes to the server in the body of a form, so that no log ever holds it.
 */
export default function Call({ actionData }: Route.ComponentProps) {
  const fetcher = useFetcher<OwnCallAnswer>()
  const answer = useLastShown(fetcher.data ?? actionData)
  useMailedSecret(fetcher.submit)
  const changed = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (answer?.notice) changed.current?.focus()
  }, [answer])
  const busy = fetcher.state !== 'idle'
  return (
    <div className={classes('wrap', 'columns', style.page)}>
      <header className={style.head}>
        <h1>{contact.call.heading}</h1>
        {answer?.call && <When call={answer.call} />}
        <p className={style.note}>
          Questions? Call <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a>.
        </p>
      </header>
      <div className={classes(style.main, own.main)}>
        <p ref={changed} tabIndex={-1} className={own.notice} role="status">
          {answer?.notice}
        </p>
        <Banner>{answer?.error?.message}</Banner>
        {answer?.call && answer.token ? (
          <Changes fetcher={fetcher} answer={answer} call={answer.call} token={answer.token} busy={busy} />
        ) : (
          <fetcher.Form method="post" className={form.form}>
            <Field
              label="Call code"
              hint="You’ll find it in our e-mail about your call. The link in that e-mail fills it in for you."
              name="token"
              autoComplete="off"
              spellCheck={false}
              required
            />
            <Script />
            <div>
              <Button type="submit" name="intent" value="show" busy={busy} busyLabel="Checking…">
                Show my call
              </Button>
            </div>
          </fetcher.Form>
        )}
      </div>
    </div>
  )
}

type ChangesProps = {
  fetcher: ReturnType<typeof useFetcher<OwnCallAnswer>>
  answer: OwnCallAnswer
  call: OwnCall
  token: string
  busy: boolean
}

function Changes({ fetcher, answer, call, token, busy }: ChangesProps) {
  if (call.cancelled_at)
    return (
      <p>
        This call is canceled. You can <Link to="/contact">book another one</Link> any time.
      </p>
    )
  if (!answer.changeable) return <p>This call has already started or ended, so you can’t change it here.</p>
  return (
    <>
      <details className={own.change} open={answer.error !== undefined || undefined}>
        <summary>Choose a different time</summary>
        <fetcher.Form method="post" className={form.form}>
          <input type="hidden" name="token" value={token} />
          <Script />
          <Times
            times={answer.times ?? []}
            zone={call.time_zone}
            legend={`Available times, ${zoneLabel(call.time_zone, calls.zones)} time`}
            nearest={answer.nearest}
          />
          <div>
            <Button type="submit" name="intent" value="move" variant="primary" busy={busy} busyLabel="Rescheduling…">
              Reschedule this call
            </Button>
          </div>
        </fetcher.Form>
      </details>
      <details className={own.change}>
        <summary>Cancel instead</summary>
        <fetcher.Form method="post" className={form.form}>
          <input type="hidden" name="token" value={token} />
          <Script />
          <p>We’ll cancel the call on {dayIn(call.time_zone, call.starts_at, fund.language)} and free up the time.</p>
          <div>
            <Button type="submit" name="intent" value="cancel" variant="danger" busy={busy} busyLabel="Canceling…">
              Cancel this call
            </Button>
          </div>
        </fetcher.Form>
      </details>
    </>
  )
}

/** Tells the server that this page reads answers, not statuses. */
function Script() {
  return useHydrated() && <input type="hidden" name="script" value="1" />
}

function When({ call }: { call: OwnCall }) {
  const { time_zone: zone, starts_at, ends_at } = call
  const hour = (time: Date) => hourIn(zone, time, fund.language)
  return (
    <p className={classes(form.when, call.cancelled_at && own.gone)}>
      {dayIn(zone, starts_at, fund.language)}
      <br />
      {hour(starts_at)} to {hour(ends_at)}
      <span>
        {zoneLabel(zone, calls.zones)} time · {contact.booking[call.offer].heading}
      </span>
    </p>
  )
}
