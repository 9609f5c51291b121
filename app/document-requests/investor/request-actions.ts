import { href, redirect } from 'react-router'
import { text } from '../../shell/actions/fields.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { nextPage } from '../../shell/portal/next-page.ts'
import * as documentRequestCommands from '../document-request.commands.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'

/** POST: requests a document from a person, and acts on such a request. */
export const action = commandActions([...Object.values(documentRequestCommands)], {
  redirectTo: ({ form }) => nextPage(text(form, 'next') || href('/profile/admin/outstanding')),
  saysOnErrorPage: true,
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/profile'))
}

export default function RequestActions() {
  return null
}
