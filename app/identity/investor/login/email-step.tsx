import { type FormEvent, useEffect, useRef, useState } from 'react'
import { href, useSearchParams } from 'react-router'
import { fund } from '../../../../content/fund.ts'
import { asciiAddress } from '../../../../rules/ascii-address.ts'
import { rateLimitClient } from '../../../../rules/browser-messages.ts'
import { emailMessages, isEmailAddress } from '../../../../rules/email.ts'
import { withQuery } from '../../../../rules/url.ts'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import type { FormAction } from '../../../shell/actions/use-action.ts'
import { useHydrated } from '../../../shell/hydrated.ts'
import { type Refusal, refusal } from '../../../shell/portal/refusal.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { EmailField } from '../../../shell/ui/person-fields.tsx'
import type { sendSignInCodeCommand } from '../../sign-in.commands.ts'
import style from './login.module.css'
import type { LoginAnswer } from './login-actions.ts'
import { secondsLeft } from './resend-cooldown.ts'

type Props = {
  action: FormAction<LoginAnswer>
  /** Worded for someone without an account; the procedure is the same. */
  create: boolean
  email: string
  error: Refusal | undefined
  onError: (error: Refusal | undefined) => void
  /** The reader must wait for another code but may still have the last one. */
  onHaveCode: (email: string) => void
}

/** First step: which address the code goes to. */
export function EmailStep({ action: { Form, busy }, create, email, error, onError, onHaveCode }: Props) {
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(email)
  const isFieldError = error && ['EMAIL_REQUIRED', 'EMAIL_INVALID'].includes(error.code)

  useEffect(() => {
    // Picks up what was typed or autofilled before the page's scripts ran.
    setTyped(input.current?.value ?? '')
    // Not where a keyboard would cover the page, nor where someone is elsewhere already.
    const { activeElement, body } = document
    const isAtStart = activeElement === body || activeElement?.id === 'main'
    if (isAtStart && matchMedia('(hover: hover) and (pointer: fine)').matches) input.current?.focus()
  }, [])
  useEffect(() => {
    if (isFieldError && error) input.current?.focus()
  }, [isFieldError, error])

  const check = (event: FormEvent) => {
    const problem = problemWith(typed)
    if (problem || busy) event.preventDefault()
    onError(problem)
  }

  return (
    <Form method="post" className={`stack gap-5 ${style.step}`} onSubmit={check} noValidate={hydrated}>
      <h1>{create ? 'Create your account' : 'Sign in'}</h1>
      <p className={`muted ${style.lead}`}>
        {create
          ? `Your e-mail address is your ${fund.shortName} account. We’ll e-mail you a six-digit code; there’s no password to choose.`
          : 'We’ll e-mail you a six-digit code. There’s no password to remember.'}
      </p>
      <Banner onDismiss={() => onError(undefined)}>{!isFieldError && error?.message}</Banner>
      {error?.code === 'RATE_LIMIT_CLIENT' && (
        <Button variant="link" className={style.start} onClick={() => onHaveCode(typed.trim())}>
          Enter a code you already have
        </Button>
      )}
      <EmailField
        ref={input}
        autoComplete="username webauthn"
        value={typed}
        onChange={event => setTyped(event.target.value)}
        error={isFieldError && error.message}
      />
      <ActionFields<typeof sendSignInCodeCommand> intent="sign_in.send_code" />
      <Button
        type="submit"
        variant="primary"
        wide
        disabled={hydrated && !typed.trim()}
        busy={busy}
        busyLabel="Sending the code…"
      >
        {create ? 'Create account' : 'Send code'}
      </Button>
    </Form>
  )
}

/** What else someone may have come for, below every way to sign in. */
export function OtherWays({ create }: Pick<Props, 'create'>) {
  const [query] = useSearchParams()
  const next = query.get('next')
  const otherMode = withQuery(href('/login'), { next: next ?? undefined, mode: create ? undefined : 'create' })
  return (
    <div className={`full line-above ${style.foot}`}>
      <div className={`cluster apart gap-0-5 ${style.ways}`}>
        <p className={`quiet ${style.aside}`}>
          {create ? 'Already have an account?' : 'New to the portal?'}{' '}
          <Link to={otherMode} replace preventScrollReset viewTransition={false}>
            {create ? 'Sign in' : 'Create an account'}
          </Link>
        </p>
        <p className={`quiet ${style.aside}`}>
          <Link to={href('/guide')}>How the portal works</Link>
        </p>
      </div>
      <p className={`quiet ${style.aside}`}>{codeWarning}</p>
    </div>
  )
}

/** What someone who calls in the fund’s name doesn’t want to be known. */
export const codeWarning = 'We never ask for a code by phone, text or e-mail. Enter it only on this site.'

/** @returns why no code can be sent, as the server would say too (specification section 5) */
function problemWith(typed: string): Refusal | undefined {
  const email = typed.trim()
  if (!email) return refusal('EMAIL_REQUIRED', emailMessages)
  if (!isEmailAddress(asciiAddress(email))) return refusal('EMAIL_INVALID', emailMessages)
  const seconds = secondsLeft(email)
  return seconds > 0 ? { code: 'RATE_LIMIT_CLIENT', message: rateLimitClient(seconds) } : undefined
}
