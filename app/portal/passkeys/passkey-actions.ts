import { href, redirect } from 'react-router'
import { notices } from '../../../rules/notices.ts'
import type { PasskeyCreation } from '../../../rules/passkeys.ts'
import type { ProofWays } from '../../../server/identity/prove.ts'
import { type ActionAnswer, defineActions, type Submission } from '../../actions/define-actions.ts'
import { digits, text } from '../../actions/fields.ts'
import { signedIn } from '../../actions/guards.ts'
import { nextPage } from '../next-page.ts'

/** The answer to a form about the reader's own passkeys, or one that proves that they are there. */
export interface PasskeyFormAnswer extends ActionAnswer {
  ways?: ProofWays
  /** A code is on its way, so the next step is to enter it. */
  sent?: boolean
  /** For the browser to make a passkey. */
  options?: PasskeyCreation
  /** New recovery codes, shown this once. */
  codes?: string[]
  /** How many passkeys the reader has. */
  passkeys?: number
}

const back = ({ url }: Submission) => nextPage(url.searchParams.get('next'))

/**
 * POST: the reader's own passkeys and recovery codes, and fresh proof with a passkey, a recovery code or an e-mailed
 * code. Scripts send these forms to an address of their own, which answers with JSON; others to the page
 * `../proof/route.tsx`.
 */
export const action = defineActions<PasskeyFormAnswer>()({
  guard: signedIn,
  refused: ({ intent }, { error }) => ({ error, sent: intent === 'code' }),
  intents: {
    ways: {
      run: async ({ actor, operations, url }) => ({ ways: await operations.getProofWays(actor, url.origin) }),
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
    },
    count: {
      run: async ({ actor, operations }) => ({ passkeys: (await operations.getPasskeys(actor)).passkeys.length }),
    },
    start: {
      run: async ({ actor, operations, url }) => ({ options: await operations.startAddingPasskey(actor, url.origin) }),
      otherwise: 'PASSKEY_FAILED',
    },
    add: {
      fields: { answer: text },
      run: ({ actor, operations, url, fields }) => operations.addPasskey(actor, url.origin, fields.answer),
      notice: notices.passkeyAdded,
      otherwise: 'PASSKEY_REFUSED',
    },
    rename: {
      fields: { id: text, name: text },
      run: ({ actor, operations, fields }) => operations.renamePasskey(actor, fields.id, fields.name),
      notice: notices.passkeyRenamed,
    },
    remove: {
      fields: { id: text },
      run: ({ actor, operations, fields }) => operations.removePasskey(actor, fields.id),
      notice: notices.passkeyRemoved,
      redirectTo: back,
    },
    'ask-recovery': {
      run: ({ actor, operations }) => operations.requestPasskeyRecovery(actor),
      notice: notices.recoveryRequested,
      redirectTo: back,
    },
    'cancel-recovery': {
      run: ({ actor, operations }) => operations.cancelPasskeyRecovery(actor),
      notice: notices.recoveryCanceled,
      redirectTo: back,
    },
    'recovery-codes': {
      run: async ({ actor, operations }) => ({ codes: await operations.makeRecoveryCodes(actor) }),
    },
  },
})

/** Nothing to show at the scripts' address. */
export function loader() {
  return redirect(href('/profile/settings'))
}
