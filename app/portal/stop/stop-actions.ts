import type { AskedRecovery } from '../../../server/identity/passkeys/passkey-recovery.ts'
import { defineActions } from '../../actions/define-actions.ts'
import { tokenIn } from '../../actions/fields.ts'
import type { SecretAnswer } from '../../actions/use-mailed-secret.ts'

/** The answer to the page's forms. */
export interface StopAnswer extends SecretAnswer {
  asked?: AskedRecovery
  isStopped?: boolean
}

/** POST: stops a change of passkeys that somebody asked for without having one. */
export const action = defineActions<StopAnswer, 'visitor'>({
  by: 'visitor',
  defaultIntent: 'show',
  refused: (_, { error }) => ({ error }),
  complete: async ({ client, operations, form }, answer) => {
    const token = tokenIn(form)
    return answer.isStopped ? answer : { ...answer, asked: await operations.getAskedRecovery(client, token), token }
  },
  intents: {
    show: { run: () => undefined },
    stop: {
      run: async ({ client, operations, form }) => {
        await operations.stopPasskeyRecovery(client, tokenIn(form))
        return { isStopped: true, token: tokenIn(form) }
      },
    },
  },
})
