import { type FormEvent, useEffect, useRef, useState } from 'react'
import { codeLength } from '../../../rules/limits.ts'
import { ActionFields } from '../../actions/action-fields.tsx'
import type { FormAction } from '../../actions/use-action.ts'
import { useHydrated } from '../../hydrated.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { EmailField } from '../../ui/person-fields.tsx'
import type { Refusal } from '../errors.ts'
import { useSecondsLeft } from '../login/code-times.ts'
import { useCodeForm } from '../login/use-code-form.ts'
import style from './email-change.module.css'
import type { SettingsAnswer } from './settings-actions.ts'
import { settingsAddress } from './use-settings-action.ts'

type Shared = {
  action: FormAction<SettingsAnswer>
  error: Refusal | undefined
  outbox: boolean
  /** The step was come to on this page; its field takes the focus. */
  arrived: boolean
  /** Stops a form that asks for a code too soon after the last one to that address. */
  mayAsk: (event: FormEvent, email: string) => void
}

const ofEmail = ['EMAIL_REQUIRED', 'EMAIL_INVALID', 'EMAIL_SAME', 'EMAIL_TAKEN']

/** Second and fourth step: the code that was mailed. */
export function CodeStep({
  step,
  sentTo,
  action,
  error,
  outbox,
  arrived,
  mayAsk,
}: Shared & { step: 'verify-current' | 'verify-new'; sentTo: string }) {
  const hydrated = useHydrated()
  const { input, code, setCode, wrong, sent } = useCodeForm(action.state, error)
  const { Form, sentIntent, answer } = action
  const seconds = useSecondsLeft(sentTo, answer)
  const verify = `email-${step}`
  const again = step === 'verify-current' ? 'email-start' : 'email-again'

  useEffect(() => {
    if (arrived) input.current?.focus()
  }, [arrived, input])

  return (
    <>
      <p>
        We sent a six-digit code to <strong className={style.sentTo}>{sentTo}</strong>.
        {outbox && (
          <>
            {' '}
            No mail server is configured. You’ll find it in the{' '}
            <a href="/outbox" target="_blank" rel="noreferrer">
              outbox
            </a>
            .
          </>
        )}
      </p>
      <Banner of={error}>{!wrong && error?.message}</Banner>
      <Form
        method="post"
        action={settingsAddress}
        className={style.form}
        noValidate={hydrated}
        onSubmit={event => {
          if (code.length !== codeLength || sent) event.preventDefault()
        }}
      >
        <ActionFields intent={verify} />
        <CodeField ref={input} value={code} onChange={setCode} hydrated={hydrated} error={wrong} />
        <Button
          type="submit"
          variant="primary"
          disabled={hydrated && code.length !== codeLength}
          busy={sentIntent === verify && sent}
          busyLabel={step === 'verify-new' ? 'Changing…' : 'Checking…'}
        >
          {step === 'verify-new' ? 'Change e-mail' : 'Continue'}
        </Button>
      </Form>
      <Form method="post" action={settingsAddress} onSubmit={event => mayAsk(event, sentTo)}>
        <ActionFields intent={again} />
        <Button type="submit" variant="link" disabled={seconds > 0} busy={sentIntent === again} busyLabel="Sending…">
          Send a new code
          {seconds > 0 && (
            <>
              {' in '}
              <span className={style.seconds}>{seconds}</span> s
            </>
          )}
        </Button>
      </Form>
    </>
  )
}

/** Third step: which address it will be. */
export function NameStep({ action: { Form, sentIntent, busy }, error, arrived, mayAsk }: Shared) {
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const wrong = error && ofEmail.includes(error.code) ? error.message : undefined

  useEffect(() => {
    if (arrived) input.current?.focus()
  }, [arrived])
  useEffect(() => setTyped(input.current?.value ?? ''), [])
  useEffect(() => {
    if (wrong && !busy) input.current?.focus()
  }, [wrong, busy])

  return (
    <>
      <Banner of={error}>{!wrong && error?.message}</Banner>
      <Form
        method="post"
        action={settingsAddress}
        className={style.form}
        noValidate={hydrated}
        onSubmit={event => (typed.trim() ? mayAsk(event, typed) : event.preventDefault())}
      >
        <ActionFields intent="email-name" />
        <EmailField
          ref={input}
          label="New e-mail address"
          value={typed}
          onChange={event => setTyped(event.target.value)}
          error={wrong}
        />
        <Button
          type="submit"
          variant="primary"
          disabled={hydrated && !typed.trim()}
          busy={sentIntent === 'email-name'}
          busyLabel="Sending the code…"
        >
          Send code
        </Button>
      </Form>
    </>
  )
}
