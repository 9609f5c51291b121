import { href, redirect } from 'react-router'
import type { PasskeyRequest } from '../../../rules/passkeys.ts'
import { type ActionAnswer, defineActions } from '../../actions/define-actions.ts'
import { text } from '../../actions/fields.ts'
import { visitor } from '../../actions/guards.ts'
import { nextPage } from '../next-page.ts'

/** The answer to a step of signing in with a passkey. */
export interface PasskeySignInAnswer extends ActionAnswer {
  /** For the browser to sign. */
  options?: PasskeyRequest
  /** Where to go once signed in. */
  to?: string
}

/** POST: signs in with a passkey, in two steps. Only scripts can. */
export const action = defineActions<PasskeySignInAnswer>()({
  guard: visitor,
  intents: {
    start: {
      run: async ({ client, operations, headers, url }) => {
        const { options, cookie } = await operations.startPasskeySignIn(client, url.origin)
        headers.append('Set-Cookie', cookie)
        return { options }
      },
      otherwise: 'PASSKEY_FAILED',
    },
    finish: {
      fields: { answer: text, next: text },
      run: async ({ client, operations, headers, url, fields: { answer, next } }) => {
        for (const cookie of await operations.signInWithPasskey(client, url.origin, answer)) {
          headers.append('Set-Cookie', cookie)
        }
        return { to: nextPage(next) }
      },
      otherwise: 'PASSKEY_REFUSED',
    },
  },
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/login'))
}
