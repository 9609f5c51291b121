import { type FormEvent, useEffect, useRef, useState } from 'react'
import { rateLimitClient } from '../../../rules/browser-messages.ts'
import { notices } from '../../../rules/messages.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { EmailChange as Flow } from '../../../server/identity/email-change/email-change.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import type { Refusal } from '../errors.ts'
import { rememberCodeSent, secondsLeft } from '../login/code-times.ts'
import style from './email-change.module.css'
import { CodeStep, NameStep } from './email-steps.tsx'
import { settingsAddress, useSettingsAction } from './use-settings-action.ts'

const titles = {
  idle: 'Request a code',
  'verify-current': 'Confirm that it’s you',
  'enter-new': 'Enter the new address',
  'verify-new': 'Confirm the new address',
} as const

type Step = keyof typeof titles
const steps = Object.keys(titles) as Step[]

type Props = {
  me: Actor
  /** Where the server says the change stands. */
  flow: Flow | undefined
  /** Mail goes to a page of this site. */
  outbox: boolean
  onNotice: (notice: string) => void
}

/**
 * The address one signs in with, and its change: idle, verify-current, enter-new, verify-new (specification section 4).
 * The step is the server's, so a reloaded page goes on where it was.
 */
export function EmailChange({ me, flow, outbox, onNotice }: Props) {
  const action = useSettingsAction(onNotice)
  const { Form, answer, busy } = action
  const [client, setClient] = useState<Refusal>()
  const step: Step = flow?.step ?? 'idle'
  const opener = useRef<HTMLButtonElement>(null)
  // What a reloaded page begins with takes no focus; what was come to does.
  const [shown, setShown] = useState(step)
  const [arrived, setArrived] = useState(false)
  if (shown !== step) {
    setShown(step)
    setArrived(true)
    setClient(undefined)
  }

  useEffect(() => {
    // Cancelled or done: back to where it began. A step puts the focus into its own field.
    if (arrived && step === 'idle') opener.current?.focus()
  }, [step, arrived])
  const sentTo = flow?.sentTo
  useEffect(() => {
    const sent = answer?.notice === notices.currentCodeSent || answer?.notice === notices.newCodeSent
    if (sent && sentTo) rememberCodeSent(sentTo)
  }, [answer, sentTo])

  /** Says at once what the server would say too, and counts the seconds. */
  const mayAsk = (event: FormEvent, email: string) => {
    const seconds = secondsLeft(email)
    if (seconds > 0) {
      setClient({ code: 'RATE_LIMIT_CLIENT', message: rateLimitClient(seconds) })
      event.preventDefault()
    } else {
      setClient(undefined)
      if (busy) event.preventDefault()
    }
  }
  const error = client ?? answer?.error
  const shared = {
    action,
    error,
    outbox,
    arrived,
    mayAsk,
  }

  return (
    <div className={style.change}>
      <p className={style.address}>
        <span className={style.label}>Current address</span> {me.email}
      </p>
      <p className="visually-hidden" role="status">
        {step !== 'idle' && `${progressOf(step)}: ${titles[step]}`}
      </p>
      {step === 'idle' ? (
        <>
          <Banner of={error}>{error?.message}</Banner>
          <Form method="post" action={settingsAddress} onSubmit={event => mayAsk(event, me.email)}>
            <ActionFields intent="email-start" />
            <Button ref={opener} type="submit" busy={busy} busyLabel="Sending the code…">
              Change e-mail
            </Button>
          </Form>
          <p className={style.note}>
            We’ll send a six-digit code to this address and another to the new one. Nothing changes until you’ve entered
            both.
          </p>
        </>
      ) : (
        <div className={style.panel}>
          <header className={style.head}>
            <p className={style.progress}>{progressOf(step)}</p>
            <h3>{titles[step]}</h3>
            <ol className={style.rail} aria-hidden="true">
              {steps.map((one, index) => (
                <li key={one} data-done={index <= steps.indexOf(step) || undefined} />
              ))}
            </ol>
          </header>
          {step === 'enter-new' ? (
            <NameStep key={step} {...shared} />
          ) : (
            <CodeStep key={`${step} ${sentTo}`} {...shared} step={step} sentTo={sentTo ?? ''} />
          )}
          <Form method="post" action={settingsAddress} className={style.cancel}>
            <ActionFields intent="email-cancel" />
            <Button type="submit" variant="link">
              Cancel
              <span className="visually-hidden"> the e-mail change</span>
            </Button>
          </Form>
        </div>
      )}
    </div>
  )
}

function progressOf(step: Step): string {
  return `Step ${steps.indexOf(step) + 1} of ${steps.length}`
}
