import { href, redirect } from 'react-router'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { inviteAgainCommand, inviteCommand } from '../people.commands.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'

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
