import type { AskedRecovery } from '../../../server/identity/passkeys/passkey-recovery.ts'
import { defineActions } from '../../actions/define-actions.ts'
import { mailedSecret } from '../../actions/guards.ts'
import type { SecretAnswer } from '../../actions/use-mailed-secret.ts'

/** The answer to the page's forms. */
export interface StopAnswer extends SecretAnswer {
  asked?: AskedRecovery
  isStopped?: boolean
}

/** POST: stops a change of passkeys that somebody asked for without having one. */
export const action = defineActions<StopAnswer>()({
  guard: mailedSecret,
  defaultIntent: 'show',
  refused: (_, { error }) => ({ error }),
  complete: async ({ client, operations, token }, answer) =>
    answer.isStopped ? answer : { ...answer, asked: await operations.getAskedRecovery(client, token), token },
  intents: {
    show: { run: async () => {} },
    stop: {
      run: async ({ client, operations, token }) => {
        await operations.stopPasskeyRecovery(client, token)
        return { isStopped: true, token }
      },
    },
  },
})
