import { href, redirect } from 'react-router'
import type { PasskeyCreation } from '../../../rules/passkeys.ts'
import type { ProofWays } from '../../../server/identity/prove.ts'
import { type ActionAnswer, defineActions, type Submission } from '../../actions/define-actions.ts'
import { digits, text } from '../../actions/fields.ts'
import { nextPage } from '../next-page.ts'

/** The answer to a step of adding a passkey, or of proving that the reader is there. */
export interface PasskeyFormAnswer extends ActionAnswer {
  ways?: ProofWays
  /** A code is on its way, so the next step is to enter it. */
  sent?: boolean
  /** For the browser to make a passkey. */
  options?: PasskeyCreation
  /** How many passkeys the reader has. */
  passkeys?: number
}

const back = ({ url }: Pick<Submission, 'url'>) => nextPage(url.searchParams.get('next'))

/**
 * POST: adds a passkey for the reader, and fresh proof with a passkey, a recovery code or an e-mailed
 * code. Scripts send these forms to an address of their own, which answers with JSON; others to the page
 * `../proof/route.tsx`.
 */
export const action = defineActions<PasskeyFormAnswer>({
  by: 'signed in',
  refused: ({ intent }, { error }) => ({ error, sent: intent === 'code' }),
  intents: {
    ways: {
      run: async ({ actor, operations, url }) => ({ ways: await operations.getProofWays(actor, url.origin) }),
    },
    passkey: {
      run: ({ actor, operations, url, form }) => operations.proveByPasskey(actor, url.origin, text(form, 'answer')),
      otherwise: 'PASSKEY_REFUSED',
    },
    recovery: {
      run: ({ actor, operations, form }) => operations.proveByRecoveryCode(actor, text(form, 'recovery')),
      redirectTo: back,
    },
    send: {
      run: async ({ actor, operations }) => {
        await operations.sendProofCode(actor)
        return { sent: true }
      },
      otherwise: 'SEND_CODE_FAILED',
    },
    code: {
      run: ({ actor, operations, form }) => operations.proveByCode(actor, digits(form, 'code')),
      redirectTo: back,
    },
    count: {
      run: async ({ actor, operations }) => ({ passkeys: (await operations.getPasskeys(actor)).passkeys.length }),
    },
    start: {
      run: async ({ actor, operations, url }) => ({ options: await operations.startAddingPasskey(actor, url.origin) }),
      otherwise: 'PASSKEY_FAILED',
    },
    add: {
      run: ({ actor, operations, url, form }) => operations.addPasskey(actor, url.origin, text(form, 'answer')),
      notice: 'Passkey added',
      otherwise: 'PASSKEY_REFUSED',
    },
  },
})

/** Nothing to show at the scripts' address. */
export function loader() {
  return redirect(href('/profile/settings'))
}
