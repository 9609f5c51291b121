import { type FormEvent, useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { rateLimitClient } from '../../../rules/browser-messages.ts'
import { notices } from '../../../rules/notices.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { cancelEmailChangeCommand, startEmailChangeCommand } from '../../identity/email-change.commands.ts'
import { forgetCodeSent, rememberCodeSent, secondsLeft } from '../../identity/investor/login/resend-cooldown.ts'
import type { EmailChange } from '../../identity/server/email-change/email-change.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import type { CommandAnswer } from '../../shell/actions/answer.ts'
import { useAction } from '../../shell/actions/use-action.ts'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import style from './email-change-form.module.css'
import { EmailCodeStep, NewEmailStep } from './email-change-steps.tsx'

const titles = {
  'verify-current': 'Confirm that it’s you',
  'enter-new': 'Enter the new address',
  'verify-new': 'Confirm the new address',
} as const

type Step = keyof typeof titles
const steps = Object.keys(titles) as Step[]

type Props = {
  me: Actor
  /** The change in progress, as the server knows it. */
  change: EmailChange | undefined
  /** Mail goes to the outbox page instead of being sent. */
  outbox: boolean
  onNotice: (notice: string) => void
}

/**
 * The address the reader signs in with, and the steps to change it: idle, verify-current, enter-new, verify-new
 * (specification section 4). The server keeps the step, so a reloaded page continues where it was.
 */
export function EmailChangeForm({ me, change, outbox, onNotice }: Props) {
  const action = useAction<CommandAnswer>(({ notice }) => notice && onNotice(notice))
  const { Form, answer, busy } = action
  const [clientError, setClientError] = useState<Refusal>()
  const step: Step | 'idle' = change?.step ?? 'idle'
  const opener = useRef<HTMLButtonElement>(null)
  // The step that a page loads with doesn't take focus; a step reached on it does.
  const [shown, setShown] = useState(step)
  const [arrived, setArrived] = useState(false)
  // Where the last code went, to correct it after going back.
  const [lastNew, setLastNew] = useState('')
  if (step === 'verify-new' && change?.sentTo && change.sentTo !== lastNew) setLastNew(change.sentTo)
  if (shown !== step) {
    if (step === 'idle') setLastNew('')
    setShown(step)
    setArrived(true)
    setClientError(undefined)
  }

  useEffect(() => {
    // Canceled or done: focus returns to the button that started it. The other steps focus their own field.
    if (arrived && step === 'idle') opener.current?.focus()
  }, [step, arrived])
  const sentTo = change?.sentTo
  const { email } = me
  useEffect(() => {
    const sent = answer?.notice === notices.currentCodeSent || answer?.notice === notices.newCodeSent
    if (sent && sentTo) rememberCodeSent(sentTo)
    // The code was used, so the next one may be sent right away.
    if (answer?.notice === notices.currentVerified) forgetCodeSent(email)
  }, [answer, sentTo, email])

  /** Stops a form that requests a code too early, with the message that the server would give. */
  const checkCooldown = (event: FormEvent, email: string) => {
    const seconds = secondsLeft(email)
    if (seconds > 0) {
      setClientError({ code: 'RATE_LIMIT_CLIENT', message: rateLimitClient(seconds) })
      event.preventDefault()
    } else {
      setClientError(undefined)
      if (busy) event.preventDefault()
    }
  }
  const error = clientError ?? answer?.error
  const stepProps = {
    action,
    error,
    outbox,
    arrived,
    checkCooldown,
  }

  return (
    <div className={`stack start gap-4 ${style.change}`}>
      <p className="breakable medium">
        <span className="quiet regular block">Current address</span> {me.email}
      </p>
      <p className="visually-hidden" role="status">
        {step !== 'idle' && `${progressOf(step)}: ${titles[step]}`}
      </p>
      {step === 'idle' ? (
        <>
          <Banner of={error}>{error?.message}</Banner>
          <Form method="post" action={href('/profile/settings')} onSubmit={event => checkCooldown(event, me.email)}>
            <ActionFields intent={startEmailChangeCommand.name} />
            <Button ref={opener} type="submit" busy={busy} busyLabel={startEmailChangeCommand.busy}>
              {startEmailChangeCommand.button}
            </Button>
          </Form>
          <p className="quiet lining">
            We’ll send a six-digit code to this address and another to the new one. Nothing changes until you’ve entered
            both.
          </p>
        </>
      ) : (
        <div className="stack full gap-4 double lining pad-5 column-36">
          <header className={`stack gap-1 ${style.head}`}>
            <p className="quiet">{progressOf(step)}</p>
            <h3>{titles[step]}</h3>
            <ol className={`plain-list stack gap-2 above-3 ${style.rail}`} aria-hidden="true">
              {steps.map((one, index) => (
                <li key={one} data-done={index <= steps.indexOf(step) || undefined} />
              ))}
            </ol>
          </header>
          {step === 'enter-new' ? (
            <NewEmailStep key={step} {...stepProps} typedBefore={lastNew} />
          ) : (
            <EmailCodeStep key={`${step} ${sentTo}`} {...stepProps} step={step} sentTo={sentTo ?? ''} />
          )}
          <Form method="post" action={href('/profile/settings')} className={style.cancel}>
            <ActionFields intent={cancelEmailChangeCommand.name} />
            <Button type="submit" variant="link">
              {cancelEmailChangeCommand.button}
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
