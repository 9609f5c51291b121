import { redirect } from 'react-router'
import { notices } from '../../../rules/messages.ts'
import type { PasskeyCreation } from '../../../rules/passkeys.ts'
import { type ActionAnswer, defineActions } from '../../actions/define-actions.ts'
import { text } from '../../actions/fields.ts'
import { signedIn } from '../../actions/guards.ts'
import { settingsPage } from '../addresses.ts'

/** The answer to a form about the reader's own passkeys. */
export interface PasskeyFormAnswer extends ActionAnswer {
  /** For the browser to make a passkey. */
  options?: PasskeyCreation
  /** New recovery codes, shown this once. */
  codes?: string[]
  /** How many passkeys the reader has. */
  passkeys?: number
}

/** POST: the reader's own passkeys and recovery codes. */
export const action = defineActions<PasskeyFormAnswer>()({
  guard: signedIn,
  redirectTo: () => settingsPage,
  intents: {
    count: {
      run: async ({ actor, operations }) => ({ passkeys: (await operations.getPasskeys(actor)).passkeys.length }),
      otherwise: 'UNEXPECTED',
    },
    start: {
      run: async ({ actor, operations, url }) => ({ options: await operations.startAddingPasskey(actor, url.origin) }),
      otherwise: 'PASSKEY_FAILED',
    },
    add: {
      fields: { answer: text },
      run: async ({ actor, operations, url, fields }) => {
        await operations.addPasskey(actor, url.origin, fields.answer)
      },
      notice: notices.passkeyAdded,
      otherwise: 'PASSKEY_REFUSED',
    },
    rename: {
      fields: { id: text, name: text },
      run: ({ actor, operations, fields }) => operations.renamePasskey(actor, fields.id, fields.name),
      notice: notices.passkeyRenamed,
      otherwise: 'UNEXPECTED',
    },
    remove: {
      fields: { id: text },
      run: ({ actor, operations, fields }) => operations.removePasskey(actor, fields.id),
      notice: notices.passkeyRemoved,
      otherwise: 'UNEXPECTED',
    },
    'recovery-codes': {
      run: async ({ actor, operations }) => ({ codes: await operations.makeRecoveryCodes(actor) }),
      otherwise: 'UNEXPECTED',
    },
  },
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(settingsPage)
}
