import { redirect } from 'react-router'
import { notices } from '../../../rules/notices.ts'
import type { Work } from '../../../rules/proof-of-work.ts'
import { type ActionAnswer, defineActions, type Submission } from '../../actions/define-actions.ts'
import { digits, text, trimmedText } from '../../actions/fields.ts'
import { signingIn } from '../../actions/guards.ts'
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
export const action = defineActions<LoginAnswer>()({
  guard: signingIn,
  defaultIntent: 'send',
  refused: ({ form, intent }, { error }) => ({
    step: steps[intent] ?? 'code',
    email: trimmedText(form, 'email'),
    error,
  }),
  intents: {
    send: {
      fields: { email: trimmedText },
      run: sendCode,
      otherwise: 'SEND_CODE_FAILED',
    },
    resend: {
      fields: { email: trimmedText },
      run: sendCode,
      otherwise: 'SEND_CODE_FAILED',
    },
    verify: {
      fields: { email: trimmedText, code: digits },
      run: async submission => {
        const { email, code } = submission.fields
        try {
          return signedIn(submission, await submission.operations.verifyCode(submission.client, email, code))
        } catch (error) {
          if (isPortalError(error) && error.code === 'SECOND_CODE') return { step: 'second-code', email }
          throw error
        }
      },
    },
    'verify-second': {
      fields: { email: trimmedText, code: digits },
      run: async submission => {
        const { email, code } = submission.fields
        return signedIn(submission, await submission.operations.verifySecondCode(submission.client, email, code))
      },
    },
  },
})

/** The step that a refused form leaves the page at; the code's for all others. */
const steps: Partial<Record<string, LoginAnswer['step']>> = { send: 'email', 'verify-second': 'second-code' }

/** A browser with a session goes to the portal, and no code is sent: the page that takes one would lead there, too. */
async function sendCode(
  asked: Submission & { fields: { email: string }; isSignedIn: boolean },
): Promise<LoginAnswer | Response> {
  const { client, operations, form, enhanced, headers, fields, isSignedIn, url } = asked
  if (isSignedIn && !enhanced) return redirect(nextPage(url.searchParams.get('next')))
  const challenge = text(form, 'challenge')
  const proof = challenge ? { challenge, number: Number(text(form, 'number')) } : undefined
  const { email, cookies, work } = await operations.sendCode(client, fields.email, { canWork: enhanced, proof })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return work ? { step: 'work', email, work } : { step: 'code', email, notice: notices.codeSent }
}

/** Without scripts the browser is led on; with them the page navigates on its own. */
function signedIn({ enhanced, headers, url, form }: Submission, cookies: string[]): LoginAnswer | Response {
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  const to = nextPage(url.searchParams.get('next'))
  return enhanced ? { step: 'done', email: trimmedText(form, 'email'), to } : redirect(to, { headers })
}
