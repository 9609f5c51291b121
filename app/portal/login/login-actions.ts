import { notices } from '../../../rules/messages.ts'
import { type ActionAnswer, defineActions } from '../../actions/define-actions.ts'
import { digits, trimmedText } from '../../actions/fields.ts'
import { visitor } from '../../actions/guards.ts'
import { nextPage } from '../next-page.ts'

/** What the sign-in form is answered with: which step to show, and what to say there. */
export interface LoginAnswer extends ActionAnswer {
  step: 'email' | 'code' | 'done'
  email: string
  /** Where the page goes on, once done. */
  to?: string
}

/** POST: sends a code, or signs in with one (specification sections 4 and 5). */
export const action = defineActions<LoginAnswer>()({
  guard: visitor,
  defaultIntent: 'send',
  refused: ({ form, intent }, { error }) => ({
    step: intent === 'send' ? 'email' : 'code',
    email: trimmedText(form, 'email'),
    error,
  }),
  intents: {
    send: {
      fields: { email: trimmedText },
      run: ({ client, operations, fields }) => codeSent(operations.sendCode(client, fields.email)),
      otherwise: 'SEND_CODE_FAILED',
    },
    resend: {
      fields: { email: trimmedText },
      run: ({ client, operations, fields }) => codeSent(operations.sendCode(client, fields.email)),
      otherwise: 'SEND_CODE_FAILED',
    },
    verify: {
      fields: { email: trimmedText, code: digits },
      run: async ({ client, operations, headers, url, fields: { email, code } }) => {
        for (const cookie of await operations.verifyCode(client, email, code)) headers.append('Set-Cookie', cookie)
        return { step: 'done', email, to: wanted(url) }
      },
      // With scripts the page goes on by itself.
      redirectTo: ({ url }) => wanted(url),
      otherwise: 'UNEXPECTED',
    },
  },
})

/** Where to go once signed in, as the query says. */
const wanted = (url: URL) => nextPage(url.searchParams.get('next'))

async function codeSent(sentTo: Promise<string>): Promise<LoginAnswer> {
  return { step: 'code', email: await sentTo, notice: notices.codeSent }
}
