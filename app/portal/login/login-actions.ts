import { redirect } from 'react-router'
import { notices } from '../../../rules/notices.ts'
import type { Work } from '../../../rules/proof-of-work.ts'
import { type ActionAnswer, defineActions, type Submission } from '../../actions/define-actions.ts'
import { digits, text, trimmedText } from '../../actions/fields.ts'
import { nextPage } from '../next-page.ts'
import { isPortalError } from '../server-errors.ts'

/** The answer to the sign-in forms: which step to show, with what message. */
export interface LoginAnswer extends ActionAnswer {
  step: 'email' | 'work' | 'code' | 'second-code' | 'done'
  email: string
  /** What the browser must compute before a code is sent. */
  work?: Work
  /** Where to go once signed in. */
  to?: string
}

/** POST: sends a code, or signs in with one (specification sections 4 and 5). */
export const action = defineActions<LoginAnswer, 'visitor'>({
  by: 'visitor',
  defaultIntent: 'send',
  refused: ({ form, intent }, { error }) => ({
    step: steps[intent] ?? 'code',
    email: trimmedText(form, 'email'),
    error,
  }),
  intents: {
    send: { run: sendCode, otherwise: 'SEND_CODE_FAILED' },
    resend: { run: sendCode, otherwise: 'SEND_CODE_FAILED' },
    verify: {
      run: async submission => {
        const { client, operations, form } = submission
        const email = trimmedText(form, 'email')
        try {
          return signedIn(submission, await operations.verifyCode(client, email, digits(form, 'code')))
        } catch (error) {
          if (isPortalError(error) && error.code === 'SECOND_CODE') return { step: 'second-code', email }
          throw error
        }
      },
    },
    'verify-second': {
      run: async submission => {
        const { client, operations, form } = submission
        const cookies = operations.verifySecondCode(client, trimmedText(form, 'email'), digits(form, 'code'))
        return signedIn(submission, await cookies)
      },
    },
  },
})

/** The step that a refused form leaves the page at; the code's for all others. */
const steps: Partial<Record<string, LoginAnswer['step']>> = { send: 'email', 'verify-second': 'second-code' }

/** A browser with a session goes to the portal, and no code is sent: the page that takes one would lead there, too. */
async function sendCode(submission: Submission<'visitor'>): Promise<LoginAnswer | Response> {
  const { actor, client, operations, form, enhanced, headers, url } = submission
  if (actor && !enhanced) return redirect(nextPage(url.searchParams.get('next')))
  const challenge = text(form, 'challenge')
  const proof = challenge ? { challenge, number: Number(text(form, 'number')) } : undefined
  const { email, cookies, work } = await operations.sendCode(client, trimmedText(form, 'email'), {
    canWork: enhanced,
    proof,
  })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return work ? { step: 'work', email, work } : { step: 'code', email, notice: notices.codeSent }
}

/** Without scripts the browser is led on; with them the page navigates on its own. */
function signedIn({ enhanced, headers, url, form }: Submission<'visitor'>, cookies: string[]): LoginAnswer | Response {
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  const to = nextPage(url.searchParams.get('next'))
  return enhanced ? { step: 'done', email: trimmedText(form, 'email'), to } : redirect(to, { headers })
}
