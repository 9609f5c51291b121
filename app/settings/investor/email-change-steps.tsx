import { type FormEvent, useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { codeLength } from '../../../rules/limits.ts'
import {
  enterNewEmailCommand,
  discardNewEmailCommand as other,
  sendNewEmailCodeCommand,
  startEmailChangeCommand,
  verifyCurrentEmailCommand,
  verifyNewEmailCommand,
} from '../../identity/email-change.commands.ts'
import { useSecondsLeft } from '../../identity/investor/login/resend-cooldown.ts'
import { useCodeForm } from '../../identity/investor/login/use-code-form.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import type { CommandAnswer } from '../../shell/actions/answer.ts'
import type { FormAction } from '../../shell/actions/use-action.ts'
import { useHydrated } from '../../shell/hydrated.ts'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { CodeField } from '../../shell/ui/code-field.tsx'
import { EmailField } from '../../shell/ui/person-fields.tsx'
import style from './email-change-form.module.css'

type StepProps = {
  action: FormAction<CommandAnswer>
  error: Refusal | undefined
  outbox: boolean
  /** The step was reached on this page, so its field takes focus. */
  arrived: boolean
  /** Stops a form that requests a code too soon after the last one to that address. */
  checkCooldown: (event: FormEvent, email: string) => void
}

/** First and third step: the code from the e-mail. */
export function EmailCodeStep({
  step,
  sentTo,
  action,
  error,
  outbox,
  arrived,
  checkCooldown,
}: StepProps & { step: 'verify-current' | 'verify-new'; sentTo: string }) {
  const hydrated = useHydrated()
  const verify = step === 'verify-new' ? verifyNewEmailCommand : verifyCurrentEmailCommand
  const { input, code, setCode, codeError, sent } = useCodeForm(action, verify.name, error)
  const { Form, sentIntent, answer } = action
  const seconds = useSecondsLeft(sentTo, answer)
  const again = step === 'verify-current' ? startEmailChangeCommand : sendNewEmailCodeCommand

  useEffect(() => {
    if (arrived) input.current?.focus()
  }, [arrived, input])

  return (
    <>
      <p>
        We sent a six-digit code to <strong className="strong breakable">{sentTo}</strong>.
        {outbox && (
          <>
            {' '}
            No mail server is configured. You’ll find it in the{' '}
            <a href={href('/outbox')} target="_blank" rel="noreferrer">
              outbox
            </a>
            .
          </>
        )}
      </p>
      <Banner of={error}>{!codeError && error?.message}</Banner>
      <Form
        method="post"
        action={href('/profile/settings')}
        className={`stack start gap-4 ${style.form}`}
        noValidate={hydrated}
        onSubmit={event => {
          if (code.length !== codeLength || sent) event.preventDefault()
        }}
      >
        <ActionFields intent={verify.name} />
        <CodeField ref={input} value={code} onChange={setCode} hydrated={hydrated} error={codeError} />
        <Button
          type="submit"
          variant="primary"
          disabled={hydrated && code.length !== codeLength}
          busy={sent}
          busyLabel={verify.busy}
        >
          {verify.button}
        </Button>
      </Form>
      <Form method="post" action={href('/profile/settings')} onSubmit={event => checkCooldown(event, sentTo)}>
        <ActionFields intent={again.name} />
        <Button
          type="submit"
          variant="link"
          disabled={seconds > 0}
          busy={sentIntent === again.name}
          busyLabel="Sending…"
        >
          Send a new code
          {seconds > 0 && (
            <>
              {' in '}
              <span className="tabular">{seconds}</span> s
            </>
          )}
        </Button>
      </Form>
      {step === 'verify-new' && (
        <Form method="post" action={href('/profile/settings')}>
          <ActionFields intent={other.name} />
          <Button type="submit" variant="link" busy={sentIntent === other.name} busyLabel={other.busy}>
            {other.button}
          </Button>
        </Form>
      )}
    </>
  )
}

/** Second step: the new address. */
export function NewEmailStep({
  action: { Form, sentIntent, busy, answer },
  error,
  arrived,
  checkCooldown,
  typedBefore,
}: StepProps & { typedBefore: string }) {
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(typedBefore)
  const fieldError = error === answer?.error ? answer?.problems?.email : undefined

  useEffect(() => {
    if (!arrived) return
    input.current?.focus()
    input.current?.select()
  }, [arrived])
  useEffect(() => setTyped(input.current?.value ?? ''), [])
  useEffect(() => {
    if (fieldError && !busy) input.current?.focus()
  }, [fieldError, busy])

  return (
    <>
      <Banner of={error}>{!fieldError && error?.message}</Banner>
      <Form
        method="post"
        action={href('/profile/settings')}
        className={`stack start gap-4 ${style.form}`}
        noValidate={hydrated}
        onSubmit={event => (typed.trim() ? checkCooldown(event, typed) : event.preventDefault())}
      >
        <ActionFields intent={enterNewEmailCommand.name} />
        <EmailField
          ref={input}
          label={enterNewEmailCommand.fields.email.label}
          value={typed}
          onChange={event => setTyped(event.target.value)}
          error={fieldError}
        />
        <Button
          type="submit"
          variant="primary"
          disabled={hydrated && !typed.trim()}
          busy={sentIntent === enterNewEmailCommand.name}
          busyLabel={enterNewEmailCommand.busy}
        >
          {enterNewEmailCommand.button}
        </Button>
      </Form>
    </>
  )
}
