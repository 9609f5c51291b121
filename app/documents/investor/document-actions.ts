import { href, redirect } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import { text } from '../../shell/actions/fields.ts'
import type { Submission } from '../../shell/commands/command-actions.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { nextPage } from '../../shell/portal/next-page.ts'
import type { Sentence } from '../../shell/portal/server-errors.ts'
import {
  approveDeleteCommand,
  deleteDocumentCommand,
  rejectDeleteCommand,
  renameDocumentCommand,
  requestDeleteCommand,
  undoUploadCommand,
  withdrawDeleteCommand,
} from '../document.commands.ts'
import type { Route } from './+types/document-actions'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'

/** The list of delete requests, already headed "request", has its own error messages. */
const inRequestList = (words: Sentence) => (submission: Submission) =>
  text(submission.form, 'place') === 'requests' ? words : undefined

/** POST: actions on one document; `next` is the page to return to without scripts. */
export const action = commandActions(
  [
    requestDeleteCommand,
    withdrawDeleteCommand,
    undoUploadCommand,
    approveDeleteCommand,
    rejectDeleteCommand,
    deleteDocumentCommand,
    renameDocumentCommand,
  ],
  {
    about: { document: 'id' },
    redirectTo: ({ form }) => nextPage(text(form, 'next')),
    saysOnErrorPage: true,
    failed: {
      [approveDeleteCommand.name]: inRequestList('Failed to approve delete'),
      [rejectDeleteCommand.name]: inRequestList('Failed to reject delete'),
    },
  },
)

/** Nothing to show at this address; a document is opened in its list. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(withQuery(href('/profile'), { document: params.id }))
}

export default function DocumentActions() {
  return null
}
