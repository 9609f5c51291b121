import { redirect } from 'react-router'
import { notices } from '../../../../rules/messages.ts'
import { changedFields } from '../../../../rules/profile.ts'
import { defineActions } from '../../../actions/define-actions.ts'
import { administrator } from '../../../actions/guards.ts'
import { adminPages, home } from '../../addresses.ts'

export { clientAction } from '../../../actions/client-action.ts'
export { PortalErrorBoundary as ErrorBoundary } from '../../error-page.tsx'

/** POST: changes a person's name and organization, or whether they are an administrator; lets one add a new passkey. */
export const action = defineActions()({
  // Everyone may change their own name, but in the settings, not here.
  guard: administrator,
  redirectTo: () => adminPages.people,
  intents: {
    edit: {
      fields: { changes: changedFields },
      run: async ({ actor, operations, param, fields }) => {
        await operations.updateUserProfile(actor, param('id'), fields.changes)
      },
      notice: notices.userUpdated,
      otherwise: 'UPDATE_USER_FAILED',
    },
    grant: {
      run: async ({ actor, operations, param }) => {
        await operations.setAdministrator(actor, param('id'), true)
      },
      notice: notices.administratorGranted,
      otherwise: 'GRANT_FAILED',
    },
    'permit-passkey': {
      run: ({ actor, operations, param }) => operations.permitNewPasskey(actor, param('id')),
      notice: notices.passkeyPermitted,
      otherwise: 'GRANT_FAILED',
    },
    revoke: {
      run: async ({ actor, operations, param }) => {
        await operations.setAdministrator(actor, param('id'), false)
        // They removed themselves and no longer have access to this tab.
        return param('id') === actor.id ? redirect(home) : undefined
      },
      notice: notices.administratorRevoked,
      otherwise: 'GRANT_FAILED',
    },
  },
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(adminPages.people)
}

export default function PersonActions() {
  return null
}
