import { notices } from '../../../rules/messages.ts'
import { type ActionAnswer, defineActions } from '../../actions/define-actions.ts'
import { digits, trimmedText } from '../../actions/fields.ts'
import { visitor } from '../../actions/guards.ts'
import { nextPage } from '../next-page.ts'

/** The answer to the sign-in forms: which step to show, with what message. */
export interface LoginAnswer extends ActionAnswer {
  step: 'email' | 'code' | 'done'
  email: string
  /** Where to go once signed in. */
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
        return { step: 'done', email, to: destination(url) }
      },
      // Without scripts only; with them the page navigates by itself.
      redirectTo: ({ url }) => destination(url),
      otherwise: 'UNEXPECTED',
    },
  },
})

/** @returns where the query says to go once signed in */
const destination = (url: URL) => nextPage(url.searchParams.get('next'))

async function codeSent(sentTo: Promise<string>): Promise<LoginAnswer> {
  return { step: 'code', email: await sentTo, notice: notices.codeSent }
}
