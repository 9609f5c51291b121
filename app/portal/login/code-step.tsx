import { type FormEvent, useEffect } from 'react'
import { type FetcherWithComponents, useLocation } from 'react-router'
import { codeLength } from '../../../rules/limits.ts'
import { useHydrated } from '../../hydrated.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import type { Refusal } from '../errors.ts'
import type { LoginAnswer } from './action.ts'
import { secondsLeft, useSecondsLeft } from './code-times.ts'
import style from './login.module.css'
import { useCodeForm } from './use-code-form.ts'

type Props = {
  fetcher: FetcherWithComponents<LoginAnswer>
  email: string
  error: Refusal | undefined
  /** The code was accepted and the portal is on its way. */
  done: boolean
  /** Mail goes to a page of this site. */
  outbox: boolean
  onDismiss: () => void
  onBack: () => void
}

/** Second step: the code that was mailed. */
export function CodeStep({ fetcher, email, error, done, outbox, onDismiss, onBack }: Props) {
  const hydrated = useHydrated()
  const location = useLocation()
  const { input, code, setCode, wrong, sent } = useCodeForm(fetcher, error)
  const intent = fetcher.state === 'idle' ? undefined : fetcher.formData?.get('intent')

  useEffect(() => input.current?.focus(), [input])

  const check = (event: FormEvent) => {
    if (code.length !== codeLength || sent || done) event.preventDefault()
  }

  return (
    <div className={style.step}>
      <h1>Enter your code</h1>
      <p className={style.lead}>
        We sent a six-digit code to <strong>{email}</strong>. It may take a minute to arrive; check your spam folder
        too.
      </p>
      {outbox && (
        <p className={style.aside}>
          No mail server is configured. You’ll find the code in the{' '}
          <a href="/outbox" target="_blank" rel="noreferrer">
            outbox
          </a>
          .
        </p>
      )}
      <Banner onDismiss={onDismiss}>{!wrong && error?.message}</Banner>
      <fetcher.Form method="post" className={style.fields} onSubmit={check} noValidate={hydrated}>
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="intent" value="verify" />
        {hydrated && <input type="hidden" name="script" value="1" />}
        <CodeField ref={input} value={code} onChange={setCode} hydrated={hydrated} error={wrong} />
        <Button
          type="submit"
          variant="primary"
          wide
          disabled={hydrated && code.length !== codeLength}
          busy={(intent === 'verify' && sent) || done}
          busyLabel="Signing in…"
        >
          Continue
        </Button>
      </fetcher.Form>
      <div className={style.ways}>
        {hydrated ? (
          <Button variant="link" onClick={onBack}>
            Back to email
          </Button>
        ) : (
          <Button variant="link" to={location}>
            Back to email
          </Button>
        )}
        <SendAgain fetcher={fetcher} email={email} busy={intent === 'resend'} />
      </div>
    </div>
  )
}

function SendAgain({ fetcher, email, busy }: Pick<Props, 'fetcher' | 'email'> & { busy: boolean }) {
  const hydrated = useHydrated()
  const seconds = useSecondsLeft(email, fetcher.data)
  const check = (event: FormEvent) => {
    if (secondsLeft(email) > 0 || fetcher.state !== 'idle') event.preventDefault()
  }
  return (
    <fetcher.Form method="post" onSubmit={check}>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="intent" value="resend" />
      {hydrated && <input type="hidden" name="script" value="1" />}
      <Button type="submit" variant="link" disabled={seconds > 0} busy={busy} busyLabel="Sending…">
        Send a new code
        {seconds > 0 && (
          <>
            {' in '}
            <span className={style.seconds}>{seconds}</span> s
          </>
        )}
      </Button>
    </fetcher.Form>
  )
}
