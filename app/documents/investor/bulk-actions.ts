import { href, redirect } from 'react-router'
import { messages } from '../../../rules/messages.ts'
import { text } from '../../shell/actions/fields.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { nextPage } from '../../shell/portal/next-page.ts'
import { errorResponse, refusalFor } from '../../shell/portal/server-errors.ts'
import { deleteDocumentsCommand, moveDocumentsCommand, requestDeletesCommand } from '../document.commands.ts'
import { addSigningLinkCommand } from '../signing-link.commands.ts'
import type { Route } from './+types/bulk-actions'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'

/**
 * POST: actions on several documents at once, and creating a signing link, which has no file. `next` is the page to
 * return to without scripts.
 */
export const action = commandActions(
  [addSigningLinkCommand, requestDeletesCommand, deleteDocumentsCommand, moveDocumentsCommand],
  { redirectTo: ({ form }) => nextPage(text(form, 'next')), saysOnErrorPage: true },
)

/** A refused download is redirected here; the page shows the message for the code in `refused`. */
export function loader({ url }: Route.LoaderArgs) {
  const code = url.searchParams.get('refused') ?? ''
  if (Object.hasOwn(messages, code)) throw errorResponse(refusalFor(code as keyof typeof messages), 404)
  return redirect(href('/profile'))
}

export default function DocumentsActions() {
  return null
}
