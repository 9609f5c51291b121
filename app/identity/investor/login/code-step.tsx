import { type FormEvent, useEffect } from 'react'
import { href, useLocation } from 'react-router'
import { codeLength } from '../../../../rules/limits.ts'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import type { FormAction } from '../../../shell/actions/use-action.ts'
import { useHydrated } from '../../../shell/hydrated.ts'
import type { Refusal } from '../../../shell/portal/refusal.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { CodeField } from '../../../shell/ui/code-field.tsx'
import { codeWarning } from './email-step.tsx'
import style from './login.module.css'
import type { LoginAnswer, SignInStep } from './login-actions.ts'
import { secondsLeft, useSecondsLeft } from './resend-cooldown.ts'
import { useCodeForm } from './use-code-form.ts'

type Props = {
  /** `second` where the browser is new to the account. */
  which: 'first' | 'second'
  action: FormAction<LoginAnswer>
  email: string
  error: Refusal | undefined
  /** The code was accepted and the portal is loading. */
  done: boolean
  /** Mail goes to the outbox page instead of being sent. */
  outbox: boolean
  /** Whether e-mail can be sent at present. */
  sendsMail: boolean
  onDismiss: () => void
  onBack: () => void
}

/** Second step: the code from the e-mail; in a browser that is new to the account, then the second one. */
export function CodeStep({ which, action, email, error, done, outbox, sendsMail, onDismiss, onBack }: Props) {
  const hydrated = useHydrated()
  const location = useLocation()
  const intent: SignInStep = which === 'first' ? 'sign_in.enter_code' : 'sign_in.enter_second_code'
  const { input, code, setCode, codeError, sent } = useCodeForm(action, intent, error)
  const { Form } = action

  useEffect(() => input.current?.focus(), [input])

  const check = (event: FormEvent) => {
    if (code.length !== codeLength || sent || done) event.preventDefault()
  }

  return (
    <div className={`stack gap-5 ${style.step}`}>
      {which === 'first' ? (
        <>
          <h1>Enter your code</h1>
          <p className={`muted ${style.lead}`}>
            {sendsMail ? (
              <>
                We sent a six-digit code to <strong>{email}</strong>. It may take a minute to arrive; check your spam
                folder too.
              </>
            ) : (
              <>
                The code for <strong>{email}</strong> couldn’t be e-mailed. The person who runs this site can read it
                there.
              </>
            )}{' '}
            {codeWarning}
          </p>
        </>
      ) : (
        <>
          <h1>Enter the second code</h1>
          <p className={`muted ${style.lead}`} role="status">
            This browser is new. Type the second code from the same e-mail. We ask for it once in every browser you
            haven’t used here before.
          </p>
        </>
      )}
      {outbox && (
        <p className={`quiet ${style.aside}`}>
          No mail server is configured. You’ll find the code in the{' '}
          <a href={href('/outbox')} target="_blank" rel="noreferrer">
            outbox
          </a>
          .
        </p>
      )}
      <Banner onDismiss={onDismiss}>{!codeError && error?.message}</Banner>
      <Form method="post" className="stack gap-5" onSubmit={check} noValidate={hydrated}>
        <input type="hidden" name="email" value={email} />
        <ActionFields intent={intent} />
        <CodeField
          ref={input}
          label={which === 'first' ? undefined : 'Second verification code'}
          value={code}
          onChange={setCode}
          hydrated={hydrated}
          error={codeError}
        />
        <Button
          type="submit"
          variant="primary"
          wide
          disabled={hydrated && code.length !== codeLength}
          busy={sent || done}
          busyLabel="Signing in…"
        >
          Continue
        </Button>
      </Form>
      <div className={`cluster apart gap-0-5 ${style.ways}`}>
        {hydrated ? (
          <Button variant="link" onClick={onBack}>
            Back to email
          </Button>
        ) : (
          <Button variant="link" to={location}>
            Back to email
          </Button>
        )}
        <ResendForm action={action} email={email} />
      </div>
    </div>
  )
}

const sendAgain: SignInStep = 'sign_in.send_code'

function ResendForm({ action: { Form, answer, busy, sentIntent }, email }: Pick<Props, 'action' | 'email'>) {
  const seconds = useSecondsLeft(email, answer)
  const check = (event: FormEvent) => {
    if (secondsLeft(email) > 0 || busy) event.preventDefault()
  }
  return (
    <Form method="post" onSubmit={check}>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="again" value="1" />
      <ActionFields intent={sendAgain} />
      <Button type="submit" variant="link" disabled={seconds > 0} busy={sentIntent === sendAgain} busyLabel="Sending…">
        Send a new code
        {seconds > 0 && (
          <>
            {' in '}
            <span className="tabular">{seconds}</span> s
          </>
        )}
      </Button>
    </Form>
  )
}
