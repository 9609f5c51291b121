import { href, redirect } from 'react-router'
import type { PasskeyRequest } from '../../../rules/passkeys.ts'
import { type ActionAnswer, defineActions } from '../../actions/define-actions.ts'
import { text } from '../../actions/fields.ts'
import { nextPage } from '../next-page.ts'

/** The answer to a step of signing in with a passkey. */
export interface PasskeySignInAnswer extends ActionAnswer {
  /** For the browser to sign. */
  options?: PasskeyRequest
  /** Where to go once signed in. */
  to?: string
}

/** POST: signs in with a passkey, in two steps. Only scripts can. */
export const action = defineActions<PasskeySignInAnswer, 'visitor'>({
  by: 'visitor',
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
      run: async ({ client, operations, headers, url, form }) => {
        const cookies = await operations.signInWithPasskey(client, url.origin, text(form, 'answer'))
        for (const cookie of cookies) headers.append('Set-Cookie', cookie)
        return { to: nextPage(text(form, 'next')) }
      },
      otherwise: 'PASSKEY_REFUSED',
    },
  },
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/login'))
}
