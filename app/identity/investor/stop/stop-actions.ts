import { tokenIn } from '../../../shell/actions/fields.ts'
import type { SecretAnswer } from '../../../shell/actions/use-mailed-secret.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { showPasskeyRecoveryCommand, stopPasskeyRecoveryCommand } from '../../passkey-recovery.commands.ts'
import type { RequestedRecovery } from '../../server/passkeys/passkey-recovery.ts'

/** The answer to the page's forms. */
export interface StopAnswer extends SecretAnswer {
  requested?: RequestedRecovery
  isStopped?: boolean
}

/** POST: stops a change of passkeys that someone requested without having one. */
export const action = commandActions([showPasskeyRecoveryCommand, stopPasskeyRecoveryCommand], {
  byDefault: 'passkey_recovery.show',
  refused: (_, { error }) => ({ error }),
  async complete({ client, operations, form }, answer: StopAnswer): Promise<StopAnswer> {
    const token = tokenIn(form)
    return answer.isStopped
      ? answer
      : { ...answer, requested: await operations.getRequestedRecovery(client, token), token }
  },
  run: {
    // The answer is completed with it.
    'passkey_recovery.show': () => ({}),
    'passkey_recovery.stop': async ({ client, operations }, { token }): Promise<StopAnswer> => {
      await operations.stopPasskeyRecovery(client, token)
      return { isStopped: true, token }
    },
  },
})
