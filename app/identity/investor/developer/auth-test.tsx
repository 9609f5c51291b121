import { type FormEvent, useState } from 'react'
import { href } from 'react-router'
import { codeLength } from '../../../../rules/limits.ts'
import { useAction } from '../../../shell/actions/use-action.ts'
import { serverContext } from '../../../shell/context.ts'
import { useSession } from '../../../shell/session.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { Field } from '../../../shell/ui/field.tsx'
import { EmailField } from '../../../shell/ui/person-fields.tsx'
import { pageMeta } from '../../../site/meta.ts'
import type { LoginAnswer, SignInStep } from '../login/login-actions.ts'
import type { Route } from './+types/auth-test'
import { AuthState } from './auth-state.tsx'
import style from './developer.module.css'
import { EventLog, useEventLog } from './event-log.tsx'
import { requireDevPages } from './require-dev-pages.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../../../shell/portal/error-page.tsx'

export const meta = () => [...pageMeta('Sign-in test'), { name: 'robots', content: 'noindex' }]

export function loader({ context }: Route.LoaderArgs) {
  requireDevPages(context.get(serverContext))
  return null
}

const outcomes: Partial<Record<LoginAnswer['step'], string>> = {
  work: 'a proof of work is needed',
  'second-code': 'the second code is needed',
  done: 'signed in',
}

/**
 * For developers: sign-in by code, step by step, with each of the server's answers (specification section 2). It sends
 * what the sign-in page sends but without the browser's checks, so that the server's own limits can be tested.
 */
export default function AuthTest() {
  const { refresh } = useSession()
  const { write, run, ...log } = useEventLog()
  const [email, setEmail] = useState('')
  const {
    send: submit,
    answer,
    busy,
  } = useAction<LoginAnswer>(({ step, error, notice }) => {
    if (error) write('Answer', `step ${step}: ${error.code}: ${error.message}`, true)
    else write('Answer', `step ${step}: ${notice ?? outcomes[step]}`)
    if (step === 'done') refresh('SIGNED_IN')
  })
  const step = answer?.step ?? 'email'
  const enter: SignInStep = step === 'second-code' ? 'sign_in.enter_second_code' : 'sign_in.enter_code'

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    write('Request', `${form.get('intent')} for ${email.trim() || 'no address'}`)
    submit({ intent: String(form.get('intent')), code: String(form.get('code') ?? ''), email }, href('/login'))
  }
  const checkSession = () =>
    run('GET /api/session', async () => {
      const profile = await refresh('INITIAL_SESSION')
      return profile ? `signed in as ${profile.email}` : 'no session'
    })

  return (
    <div className={`wrap stack top gap-5 ${style.page}`}>
      <h1>Sign-in test</h1>
      <p className={`muted ${style.lead}`}>
        Sign-in with a code, one step at a time. Current step: <output>{step}</output>.
      </p>
      <div className={`stack gap-7 ${style.columns}`}>
        <div className={style.tools}>
          <form onSubmit={send} noValidate>
            <input type="hidden" name="intent" value={'sign_in.send_code' satisfies SignInStep} />
            <EmailField value={email} onChange={event => setEmail(event.target.value)} />
            <Button type="submit" busy={busy} busyLabel="Sending…">
              Send code
            </Button>
          </form>
          <form onSubmit={send} noValidate>
            <input type="hidden" name="intent" value={enter} />
            <Field
              label="Verification code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              hint={`${codeLength} digits; sent exactly as you type it`}
            />
            <Button type="submit" busy={busy} busyLabel="Checking…">
              Verify code
            </Button>
          </form>
          <Button onClick={checkSession}>Check session</Button>
          <AuthState />
        </div>
        <EventLog {...log} />
      </div>
    </div>
  )
}
