import { redirect } from 'react-router'
import type { ProofWays } from '../../../server/identity/prove.ts'
import { type ActionAnswer, defineActions, type Submission } from '../../actions/define-actions.ts'
import { digits, text } from '../../actions/fields.ts'
import { signedIn } from '../../actions/guards.ts'
import { nextPage } from '../next-page.ts'

/** The answer to a form that proves who is at a session. */
export interface ProofAnswer extends ActionAnswer {
  ways?: ProofWays
  /** A code is on its way, so the next step is to enter it. */
  sent?: boolean
}

const back = ({ url }: Submission) => nextPage(url.searchParams.get('next'))

/** POST: proves that the person is at their session, with a passkey, a recovery code or an e-mailed code. */
export const action = defineActions<ProofAnswer>()({
  guard: signedIn,
  refused: ({ intent }, { error }) => ({ error, sent: intent === 'code' }),
  intents: {
    start: {
      run: async ({ actor, operations, url }) => ({ ways: await operations.getProofWays(actor, url.origin) }),
      otherwise: 'UNEXPECTED',
    },
    passkey: {
      fields: { answer: text },
      run: ({ actor, operations, url, fields }) => operations.proveByPasskey(actor, url.origin, fields.answer),
      otherwise: 'PASSKEY_REFUSED',
    },
    recovery: {
      fields: { recovery: text },
      run: ({ actor, operations, fields }) => operations.proveByRecoveryCode(actor, fields.recovery),
      redirectTo: back,
      otherwise: 'UNEXPECTED',
    },
    send: {
      run: async ({ actor, operations }) => {
        await operations.sendProofCode(actor)
        return { sent: true }
      },
      otherwise: 'SEND_CODE_FAILED',
    },
    code: {
      fields: { code: digits },
      run: ({ actor, operations, fields }) => operations.proveByCode(actor, fields.code),
      redirectTo: back,
      otherwise: 'INVALID_CODE',
    },
  },
})

/** Nothing to show at the address of the forms that scripts send. */
export function loader() {
  return redirect('/profile/proof')
}
