import { Suspense, useCallback, useEffect, useState } from 'react'
import { href, redirect, useLocation, useNavigate, useSearchParams } from 'react-router'
import { fund } from '../../../../content/fund.ts'
import { useAction } from '../../../shell/actions/use-action.ts'
import { serverContext } from '../../../shell/context.ts'
import { useHydrated } from '../../../shell/hydrated.ts'
import { Logo } from '../../../shell/layout/logo.tsx'
import { lazyWithFallback } from '../../../shell/lazy-with-fallback.ts'
import { nextPage } from '../../../shell/portal/next-page.ts'
import { requireActor } from '../../../shell/portal/require-actor.ts'
import { requireDatabase } from '../../../shell/portal/server-errors.ts'
import { onAuthEvent, useSession } from '../../../shell/session.tsx'
import { saveBeforeSignIn } from '../../../shell/typed/saved-forms.ts'
import { Link } from '../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { pageMeta } from '../../../site/meta.ts'
import type { Route } from './+types/route'
import { CodeStep } from './code-step.tsx'
import { EmailStep, OtherWays } from './email-step.tsx'
import style from './login.module.css'
import type { LoginAnswer, SignInStep } from './login-actions.ts'
import { forgetCodeSent, rememberCodeSent } from './resend-cooldown.ts'
import { TestimonialPanel } from './testimonial-panel.tsx'
import { WorkStep } from './work-step.tsx'

const PasskeySignIn = lazyWithFallback(
  () => import('../passkeys/passkey-sign-in.tsx'),
  () => null,
)

export { PortalErrorBoundary as ErrorBoundary } from '../../../shell/portal/error-page.tsx'
export { action } from './login-actions.ts'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [saveBeforeSignIn]

export const meta = () => [...pageMeta('Sign in'), { name: 'robots', content: 'noindex' }]

/**
 * @throws answers: redirect to the portal for anyone signed in (302, specification section 4); no database, or who is
 *   signed in could not be read in time (503), which a form that was refused for the same reason must not hide
 */
export function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  requireDatabase(server)
  if (server.signedIn && requireActor(url, server)) throw redirect(nextPage(url.searchParams.get('next')))
  return { outbox: server.outbox !== undefined, sendsMail: server.sendsMail }
}

/** Sending or accepting a code changes nothing that this page has loaded; it navigates on its own. */
export function shouldRevalidate() {
  return false
}

/**
 * Sign-in by an e-mailed code, in two steps: e-mail, code (specification section 4). In a browser that is new to an
 * account there is a second code. The forms work without scripts; with them the page stays and counts down to the next
 * code.
 */
export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { outbox, sendsMail } = loaderData
  const action = useAction<LoginAnswer>()
  const { send } = action
  const [shown, show] = useState<LoginAnswer>((actionData as LoginAnswer | undefined) ?? { step: 'email', email: '' })
  const [done, setDone] = useState(false)
  const { say, ...notice } = useNotice()
  const { refresh } = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()

  const answer = action.answer ?? (actionData as LoginAnswer | undefined)
  useEffect(() => {
    if (!answer) return
    if (answer.step === 'done') {
      // The step keeps showing until the portal has loaded. Informs every open tab, then goes on.
      setDone(true)
      forgetCodeSent(answer.email)
      refresh('SIGNED_IN').then(() =>
        navigate(answer.to ?? href('/profile'), { replace: true, state: { offersPasskey: true } }),
      )
      return
    }
    // An answer with only an error leaves the step as it is, unless nothing more would happen there.
    show(last => ({ ...(last.step === 'work' ? { ...last, step: 'email' } : last), error: undefined, ...answer }))
    if (answer.step === 'code' && answer.notice) {
      rememberCodeSent(answer.email)
      if (sendsMail) say(answer.notice)
    }
  }, [answer, say, refresh, navigate, sendsMail])

  const next = query.get('next')
  useEffect(() => {
    // Another tab has signed in. After a sign-in on this page, the effect above goes on.
    if (done) return
    return onAuthEvent(event => event === 'SIGNED_IN' && navigate(nextPage(next), { replace: true }))
  }, [done, next, navigate])

  const { email } = shown
  const backToEmail = () => {
    show({ step: 'email', email })
    notice.clear()
  }
  const sendAgain = useCallback(
    (proof: Record<string, string>) => send({ intent: 'sign_in.send_code' satisfies SignInStep, email, ...proof }),
    [send, email],
  )
  const hydrated = useHydrated()
  const create = query.get('mode') === 'create'

  return (
    <div className={style.page}>
      <div className={style.side}>
        <header className="cluster center apart gap-2-5">
          <Logo />
          <Link to="/" className={`center small touch ${style.home}`}>
            Back to the site
          </Link>
        </header>
        <div className={style.form}>
          {shown.step === 'email' && <SignedOutEverywhere />}
          {!sendsMail && <NoMail />}
          {shown.step === 'email' ? (
            <EmailStep
              key="email"
              action={action}
              create={create}
              email={email}
              error={shown.error}
              onError={error => show({ step: 'email', email, error })}
              onHaveCode={typed => show({ step: 'code', email: typed })}
            />
          ) : shown.step === 'work' && shown.work ? (
            <WorkStep key={shown.work.challenge} work={shown.work} onDone={sendAgain} onBack={backToEmail} />
          ) : (
            <CodeStep
              key={shown.step}
              which={shown.step === 'second-code' ? 'second' : 'first'}
              action={action}
              email={email}
              error={shown.error}
              done={done}
              outbox={outbox}
              sendsMail={sendsMail}
              onDismiss={() => show(last => ({ ...last, error: undefined }))}
              onBack={backToEmail}
            />
          )}
          {hydrated && shown.step === 'email' && (
            <Suspense>
              <PasskeySignIn />
            </Suspense>
          )}
        </div>
        {shown.step === 'email' && <OtherWays create={create} />}
      </div>
      <TestimonialPanel />
      <Notice {...notice} />
    </div>
  )
}

/** The operator has set no mail server; the site's log and the System page tell them. */
function NoMail() {
  return (
    <p className={`double pad-3 ${style.ended}`}>
      We can’t send e-mail at present, so sign-in codes don’t arrive. A passkey still works. Otherwise call us at{' '}
      <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a>.
    </p>
  )
}

/** What *Sign out everywhere* in the settings did. */
function SignedOutEverywhere() {
  const ended: unknown = useLocation().state?.endedSessions
  // The server doesn't know it, so it can't render it.
  if (!useHydrated() || typeof ended !== 'number') return null
  const sessions = ended === 1 ? 'Your session has ended' : `All ${ended} of your sessions have ended`
  return (
    <p className={`double pad-3 ${style.ended}`} role="status">
      You’re signed out everywhere. {sessions}.
    </p>
  )
}
