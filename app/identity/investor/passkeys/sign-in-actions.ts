import { href, redirect } from 'react-router'
import type { CommandAnswer } from '../../../shell/actions/answer.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { nextPage } from '../../../shell/portal/next-page.ts'
import type { PasskeyRequest } from '../../passkeys.ts'
import { signInWithPasskeyCommand, startPasskeySignInCommand } from '../../sign-in.commands.ts'

/** The answer to a step of signing in with a passkey. */
export interface PasskeySignInAnswer extends CommandAnswer {
  /** For the browser to sign. */
  options?: PasskeyRequest
  /** Where to go once signed in. */
  to?: string
}

/** POST: signs in with a passkey, in two steps. Only scripts can. */
export const action = commandActions([startPasskeySignInCommand, signInWithPasskeyCommand], {
  saysOnErrorPage: true,
  run: {
    'sign_in.start_passkey': async ({ client, operations, headers, url }): Promise<PasskeySignInAnswer> => {
      const { options, cookie } = await operations.startPasskeySignIn(client, url.origin)
      headers.append('Set-Cookie', cookie)
      return { options }
    },
    'sign_in.with_passkey': async (
      { client, operations, headers, url },
      { answer, next },
    ): Promise<PasskeySignInAnswer> => {
      const cookies = await operations.signInWithPasskey(client, url.origin, answer)
      for (const cookie of cookies) headers.append('Set-Cookie', cookie)
      return { to: nextPage(next) }
    },
  },
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/login'))
}
