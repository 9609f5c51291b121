import { href, redirect } from 'react-router'
import { inviteAgainCommand, inviteCommand } from '../../../../rules/people/people.commands.ts'
import { commandActions } from '../../../commands/command-actions.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../../error-page.tsx'

export const action = commandActions([inviteCommand, inviteAgainCommand], {
  redirectTo: () => href('/profile/admin/people'),
  saysOnErrorPage: true,
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/profile/admin/people'))
}

export default function InvitationActions() {
  return null
}
