import { href, redirect } from 'react-router'
import type { CommandAnswer } from '../../../shell/actions/answer.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { nextPage } from '../../../shell/portal/next-page.ts'
import type { PasskeyCreation } from '../../passkeys.ts'
import * as proofCommands from '../../proof.commands.ts'
import type { ProofWays } from '../../server/prove.ts'

/** The answer to a step of adding a passkey, or of proving that the reader is there. */
export interface PasskeyFormAnswer extends CommandAnswer {
  ways?: ProofWays
  /** A code is on its way, so the next step is to enter it. */
  sent?: boolean
  /** For the browser to make a passkey. */
  options?: PasskeyCreation
  /** How many passkeys the reader has. */
  passkeys?: number
}

/** The names of these steps. */
export type ProofCommandName = (typeof proofCommands)[keyof typeof proofCommands]['name']

/** What ends the steps where there are no scripts. */
const proving: readonly string[] = ['proof.by_recovery_code', 'proof.by_code'] satisfies ProofCommandName[]

/**
 * POST: adds a passkey for the reader, and fresh proof with a passkey, a recovery code or an e-mailed
 * code. Scripts send these forms to an address of their own, which answers with JSON; others to the page
 * `../proof/route.tsx`.
 */
export const action = commandActions([...Object.values(proofCommands)], {
  redirectTo: ({ intent, url }) => (proving.includes(intent) ? nextPage(url.searchParams.get('next')) : undefined),
  refused: ({ intent }, { error }): PasskeyFormAnswer => ({ error, sent: intent === 'proof.by_code' }),
  run: {
    'proof.show_ways': async ({ actor, operations, url }): Promise<PasskeyFormAnswer> => ({
      ways: await operations.getProofWays(actor, url.origin),
    }),
    'proof.by_passkey': ({ actor, operations, url }, { answer }) =>
      operations.proveByPasskey(actor, url.origin, answer),
    'proof.by_recovery_code': ({ actor, operations }, { recovery }) => operations.proveByRecoveryCode(actor, recovery),
    'proof.send_code': async ({ actor, operations }): Promise<PasskeyFormAnswer> => {
      await operations.sendProofCode(actor)
      return { sent: true }
    },
    'proof.by_code': ({ actor, operations }, { code }) => operations.proveByCode(actor, code),
    'passkey.count': async ({ actor, operations }): Promise<PasskeyFormAnswer> => ({
      passkeys: (await operations.getPasskeys(actor)).passkeys.length,
    }),
    'passkey.start_adding': async ({ actor, operations, url }): Promise<PasskeyFormAnswer> => ({
      options: await operations.startAddingPasskey(actor, url.origin),
    }),
    'passkey.add': ({ actor, operations, url }, { answer }) => operations.addPasskey(actor, url.origin, answer),
  },
})

/** Nothing to show at the scripts' address. */
export function loader() {
  return redirect(href('/profile/settings'))
}
