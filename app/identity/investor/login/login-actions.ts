import { redirect } from 'react-router'
import { notices } from '../../../../rules/notices.ts'
import type { CommandAnswer } from '../../../shell/actions/answer.ts'
import { text, trimmedText } from '../../../shell/actions/fields.ts'
import { commandActions, type Submission } from '../../../shell/commands/command-actions.ts'
import { nextPage } from '../../../shell/portal/next-page.ts'
import { isPortalError } from '../../../shell/portal/server-errors.ts'
import type { Work } from '../../proof-of-work.ts'
import { enterSecondCodeCommand, enterSignInCodeCommand, sendSignInCodeCommand } from '../../sign-in.commands.ts'

/** The answer to the sign-in forms: which step to show, with what message. */
export interface LoginAnswer extends CommandAnswer {
  step: 'email' | 'work' | 'code' | 'second-code' | 'done'
  email: string
  /** What the browser must compute before a code is sent. */
  work?: Work
  /** Where to go once signed in. */
  to?: string
}

/** The names of these forms' commands. The page loads the names only. */
export type SignInStep = (
  | typeof sendSignInCodeCommand
  | typeof enterSignInCodeCommand
  | typeof enterSecondCodeCommand
)['name']

/** POST: sends a code, or signs in with one (specification sections 4 and 5). */
export const action = commandActions([sendSignInCodeCommand, enterSignInCodeCommand, enterSecondCodeCommand], {
  byDefault: 'sign_in.send_code',
  refused: (submission, { error }): LoginAnswer => ({
    step: stepOf(submission),
    email: trimmedText(submission.form, 'email'),
    error,
  }),
  run: {
    /** A browser with a session goes to the portal, and no code is sent: the page that takes one would lead there, too. */
    'sign_in.send_code': async ({ actor, client, operations, enhanced, headers, url }, values) => {
      if (actor && !enhanced) return redirect(nextPage(url.searchParams.get('next')))
      const { challenge, number } = values
      const proof = challenge ? { challenge, number: Number(number) } : undefined
      const sent = await operations.sendCode(client, values.email, { canWork: enhanced, ...(proof && { proof }) })
      const { email, cookies, work } = sent
      for (const cookie of cookies) headers.append('Set-Cookie', cookie)
      const answer: LoginAnswer = work
        ? { step: 'work', email, work }
        : { step: 'code', email, notice: notices.codeSent }
      return answer
    },
    'sign_in.enter_code': async (submission, { email, code }) => {
      try {
        return signedIn(submission, await submission.operations.verifyCode(submission.client, email, code))
      } catch (error) {
        if (!isPortalError(error) || error.code !== 'SECOND_CODE') throw error
        const answer: LoginAnswer = { step: 'second-code', email }
        return answer
      }
    },
    'sign_in.enter_second_code': async (submission, { email, code }) =>
      signedIn(submission, await submission.operations.verifySecondCode(submission.client, email, code)),
  },
})

/** @returns the step that a refused form leaves the page at */
function stepOf({ intent, form }: Submission): LoginAnswer['step'] {
  if (intent === 'sign_in.enter_second_code') return 'second-code'
  return intent === 'sign_in.send_code' && !text(form, 'again') ? 'email' : 'code'
}

/** Without scripts the browser is led on; with them the page navigates on its own. */
function signedIn({ enhanced, headers, url, form }: Submission, cookies: string[]): LoginAnswer | Response {
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  const to = nextPage(url.searchParams.get('next'))
  return enhanced ? { step: 'done', email: trimmedText(form, 'email'), to } : redirect(to, { headers })
}
