import { data, redirect } from 'react-router'
import { notices } from '../../../rules/messages.ts'
import type { ServerContext } from '../../context.ts'
import { formOf } from '../../form.ts'
import { asRefusal, isPortalError, type Refusal } from '../errors.ts'
import { nextPage } from '../next-page.ts'

/** What the sign-in form is answered with; which step to show, and what to say there. */
export type LoginAnswer =
  | { step: 'email'; email: string; error?: Refusal }
  | { step: 'code'; email: string; notice?: string; error?: Refusal }
  | { step: 'done'; email: string; to: string }

/**
 * Sends a code, or signs in with one (specification sections 4 and 5).
 * @param request a form with `intent` send, resend or verify; `email`; `code`; and `script` where the page runs
 *   scripts, which then go on by themselves
 * @param next where to go once signed in, as the query says
 */
export async function answerLogin(request: Request, next: string | null, { client, operations }: ServerContext) {
  const form = await formOf(request)
  const field = (name: string) => String(form.get(name) ?? '')
  const email = field('email').trim()
  const intent = field('intent')
  // A page that runs scripts reads the answer, not its status; browsers would log it as a failure of the page.
  const refused = (answer: LoginAnswer, error: unknown) =>
    data(answer, { status: field('script') ? 200 : isPortalError(error) ? error.status : 500 })

  if (intent === 'verify') {
    try {
      const cookies = await operations.verifyCode(client, email, field('code').replaceAll(/\D/g, ''))
      const headers = new Headers(cookies.map(cookie => ['Set-Cookie', cookie]))
      const to = nextPage(next)
      return field('script') ? data<LoginAnswer>({ step: 'done', email, to }, { headers }) : redirect(to, { headers })
    } catch (error) {
      return refused({ step: 'code', email, error: asRefusal(error, 'UNEXPECTED') }, error)
    }
  }
  try {
    const sentTo = await operations.sendCode(client, email)
    return data<LoginAnswer>({ step: 'code', email: sentTo, notice: notices.codeSent })
  } catch (error) {
    const step = intent === 'resend' ? 'code' : 'email'
    return refused({ step, email, error: asRefusal(error, 'SEND_CODE_FAILED') }, error)
  }
}
