import { useEffect, useState } from 'react'
import { redirect, useFetcher, useNavigate, useSearchParams } from 'react-router'
import { serverContext } from '../context.ts'
import { Logo } from '../layout/logo.tsx'
import { useSession } from '../session.tsx'
import { pageMeta } from '../site/meta.ts'
import { Link } from '../ui/link.tsx'
import { Notice, useNotice } from '../ui/notice.tsx'
import type { Route } from './+types/login'
import { refusal, requireDatabase } from './errors.ts'
import { answerLogin, type LoginAnswer } from './login/action.ts'
import { CodeStep } from './login/code-step.tsx'
import { rememberCodeSent } from './login/code-times.ts'
import { EmailStep } from './login/email-step.tsx'
import style from './login/login.module.css'
import { TestimonialPanel } from './login/testimonial-panel.tsx'
import { nextPage } from './next-page.ts'

export { PortalErrorBoundary as ErrorBoundary } from './error-page.tsx'

export const meta = () => [...pageMeta('Sign in'), { name: 'robots', content: 'noindex' }]

/** Whoever is signed in has no business here (specification section 4). */
export function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  requireDatabase(server)
  const { signedIn, outbox } = server
  if (signedIn) throw redirect(nextPage(url.searchParams.get('next')))
  return { outbox: outbox !== undefined }
}

export function action({ request, url, context }: Route.ActionArgs) {
  return answerLogin(request, url.searchParams.get('next'), context.get(serverContext))
}

/** A line that breaks must not take the page with it. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<LoginAnswer> {
  const form = await request.clone().formData()
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response) throw error
    const step = form.get('intent') === 'send' ? 'email' : 'code'
    return { step, email: String(form.get('email') ?? ''), error: refusal('UNEXPECTED') }
  }
}

/** A code that was sent or accepted changes nothing this page has loaded; it goes on by itself. */
export function shouldRevalidate() {
  return false
}

/**
 * Sign-in by a mailed code, in two steps: e-mail, code (specification section 4). The forms work without scripts;
 * with them the page stays, and counts the seconds.
 */
export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const fetcher = useFetcher<LoginAnswer>()
  const [shown, show] = useState<LoginAnswer>(actionData ?? { step: 'email', email: '' })
  const { say, ...notice } = useNotice()
  const { refresh } = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()

  const answer = fetcher.data ?? actionData
  useEffect(() => {
    if (!answer) return
    show(answer)
    if (answer.step === 'code' && answer.notice) {
      rememberCodeSent(answer.email)
      say(answer.notice)
    }
    if (answer.step === 'done') {
      // Every open tab hears of it, then this one goes on.
      refresh('SIGNED_IN').then(() => navigate(answer.to, { replace: true }))
    }
  }, [answer, say, refresh, navigate])

  const { email } = shown
  const backToEmail = () => {
    show({ step: 'email', email })
    notice.onGone()
  }
  const create = query.get('mode') === 'create'

  return (
    <div className={style.page}>
      <div className={style.side}>
        <header className={style.head}>
          <Logo />
          <Link to="/" className={style.home}>
            Back to the site
          </Link>
        </header>
        <div className={style.form}>
          {shown.step === 'email' ? (
            <EmailStep
              key="email"
              fetcher={fetcher}
              create={create}
              email={email}
              error={shown.error}
              onError={error => show({ step: 'email', email, error })}
              onHaveCode={typed => show({ step: 'code', email: typed })}
            />
          ) : (
            <CodeStep
              key="code"
              fetcher={fetcher}
              email={email}
              error={shown.step === 'code' ? shown.error : undefined}
              done={shown.step === 'done'}
              outbox={loaderData.outbox}
              onDismiss={() => show({ step: 'code', email })}
              onBack={backToEmail}
            />
          )}
        </div>
      </div>
      <TestimonialPanel />
      <Notice {...notice} />
    </div>
  )
}
