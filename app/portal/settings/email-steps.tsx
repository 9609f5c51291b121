import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FetcherWithComponents } from 'react-router'
import { codeLength } from '../../../rules/limits.ts'
import { useHydrated } from '../../hydrated.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { EmailField } from '../../ui/field.tsx'
import type { Refusal } from '../errors.ts'
import { useSecondsLeft } from '../login/code-times.ts'
import { useCodeForm } from '../login/use-code-form.ts'
import type { SettingsAnswer } from './answer.ts'
import style from './email-change.module.css'
import { Hidden } from './hidden.tsx'
import { settingsAction } from './use-answer.ts'

type Shared = {
  fetcher: FetcherWithComponents<SettingsAnswer>
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
  fetcher,
  error,
  outbox,
  arrived,
  mayAsk,
}: Shared & { step: 'verify-current' | 'verify-new'; sentTo: string }) {
  const hydrated = useHydrated()
  const { input, code, setCode, wrong, sent } = useCodeForm(fetcher, error)
  const intent = fetcher.state === 'idle' ? undefined : fetcher.formData?.get('intent')
  const seconds = useSecondsLeft(sentTo, fetcher.data)
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
      <fetcher.Form
        method="post"
        action={settingsAction}
        className={style.form}
        noValidate={hydrated}
        onSubmit={event => {
          if (code.length !== codeLength || sent) event.preventDefault()
        }}
      >
        <Hidden intent={verify} />
        <CodeField ref={input} value={code} onChange={setCode} hydrated={hydrated} error={wrong} />
        <Button
          type="submit"
          variant="primary"
          disabled={hydrated && code.length !== codeLength}
          busy={intent === verify && sent}
          busyLabel={step === 'verify-new' ? 'Changing…' : 'Checking…'}
        >
          {step === 'verify-new' ? 'Change e-mail' : 'Continue'}
        </Button>
      </fetcher.Form>
      <fetcher.Form method="post" action={settingsAction} onSubmit={event => mayAsk(event, sentTo)}>
        <Hidden intent={again} />
        <Button type="submit" variant="link" disabled={seconds > 0} busy={intent === again} busyLabel="Sending…">
          Send a new code
          {seconds > 0 && (
            <>
              {' in '}
              <span className={style.seconds}>{seconds}</span> s
            </>
          )}
        </Button>
      </fetcher.Form>
    </>
  )
}

/** Third step: which address it will be. */
export function NameStep({ fetcher, error, arrived, mayAsk }: Shared) {
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const intent = fetcher.state === 'idle' ? undefined : fetcher.formData?.get('intent')
  const wrong = error && ofEmail.includes(error.code) ? error.message : undefined

  useEffect(() => {
    if (arrived) input.current?.focus()
  }, [arrived])
  useEffect(() => setTyped(input.current?.value ?? ''), [])
  useEffect(() => {
    if (wrong && fetcher.state === 'idle') input.current?.focus()
  }, [wrong, fetcher.state])

  return (
    <>
      <Banner of={error}>{!wrong && error?.message}</Banner>
      <fetcher.Form
        method="post"
        action={settingsAction}
        className={style.form}
        noValidate={hydrated}
        onSubmit={event => (typed.trim() ? mayAsk(event, typed) : event.preventDefault())}
      >
        <Hidden intent="email-name" />
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
          busy={intent === 'email-name'}
          busyLabel="Sending the code…"
        >
          Send code
        </Button>
      </fetcher.Form>
    </>
  )
}
