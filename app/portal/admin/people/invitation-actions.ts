import { href, redirect } from 'react-router'
import { notices } from '../../../../rules/notices.ts'
import { type ActionAnswer, defineActions } from '../../../actions/define-actions.ts'
import { text } from '../../../actions/fields.ts'
import { administrator } from '../../../actions/guards.ts'
import { refusalFor } from '../../server-errors.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../../error-page.tsx'

/** The result of an invitation. */
export interface InvitationAnswer extends ActionAnswer {
  /** The address as stored, if it already has an account. */
  email?: string
}

/** POST: invites someone, or sends the welcome again. */
export const action = defineActions<InvitationAnswer>()({
  guard: administrator,
  redirectTo: () => href('/profile/admin/people'),
  otherwise: 'INVITE_FAILED',
  intents: {
    invite: {
      fields: { email: text, full_name: text, organization: text },
      run: async ({ actor, operations, url, fields }) => {
        const { known, userId } = await operations.inviteUser(actor, url.origin, fields)
        if (!known) return
        const { email } = await operations.getUserProfile(actor, userId)
        return { error: refusalFor('ALREADY_INVITED'), email }
      },
      notice: notices.invitationSent,
    },
    again: {
      fields: { user: text },
      run: ({ actor, operations, url, fields }) => operations.resendInvitation(actor, url.origin, fields.user),
      notice: notices.invitationSent,
    },
  },
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/profile/admin/people'))
}

export default function InvitationActions() {
  return null
}
