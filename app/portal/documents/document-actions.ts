import { href, redirect } from 'react-router'
import { notices } from '../../../rules/notices.ts'
import { withQuery } from '../../../rules/url.ts'
import { defineActions, type Submission } from '../../actions/define-actions.ts'
import { text } from '../../actions/fields.ts'
import { signedIn } from '../../actions/guards.ts'
import { nextPage } from '../next-page.ts'
import type { Route } from './+types/document-actions'

export { PortalErrorBoundary as ErrorBoundary } from '../error-page.tsx'

/** The list of delete requests has error messages of its own. */
const isFromRequestList = ({ form }: Submission) => form.get('place') === 'requests'

/** POST: what can be done with one document; `next` is where a browser without scripts goes afterwards. */
export const action = defineActions()({
  guard: signedIn,
  unknownIntent: { code: 'UNEXPECTED', status: 400 },
  redirectTo: ({ form }) => nextPage(text(form, 'next')),
  intents: {
    'request-delete': {
      run: ({ actor, operations, param }) => operations.requestDocumentDelete(actor, param('id')),
      notice: notices.deleteRequested,
      otherwise: 'REQUEST_DELETE_FAILED',
    },
    withdraw: {
      run: ({ actor, operations, param }) => operations.withdrawDocumentDelete(actor, param('id')),
      notice: notices.deleteWithdrawn,
      otherwise: 'PROCESS_REQUEST_FAILED',
    },
    'undo-upload': {
      run: ({ actor, operations, param }) => operations.undoUpload(actor, param('id')),
      notice: notices.uploadUndone,
      otherwise: 'UNDO_UPLOAD_FAILED',
    },
    approve: {
      run: ({ actor, operations, param }) => operations.approveDocumentDelete(actor, param('id')),
      notice: notices.documentDeleted,
      otherwise: submission => (isFromRequestList(submission) ? 'APPROVE_FAILED' : 'APPROVE_REQUEST_FAILED'),
    },
    reject: {
      fields: { reason: text },
      run: ({ actor, operations, param, fields }) => operations.rejectDocumentDelete(actor, param('id'), fields.reason),
      notice: notices.deleteRejected,
      otherwise: submission => (isFromRequestList(submission) ? 'REJECT_FAILED' : 'REJECT_REQUEST_FAILED'),
    },
    delete: {
      run: ({ actor, operations, param }) => operations.deleteDocument(actor, param('id')),
      notice: notices.documentDeleted,
      otherwise: 'DELETE_DOCUMENT_FAILED',
    },
    rename: {
      // An investor's form also has the fund, where there is more than one.
      fields: { filename: text, fund_name: text },
      run: async ({ actor, operations, param, fields }) => {
        await operations.renameDocument(actor, param('id'), fields.filename)
        if (fields.fund_name) await operations.moveDocuments(actor, [param('id')], fields.fund_name)
      },
      notice: notices.documentRenamed,
      otherwise: 'RENAME_FAILED',
    },
  },
})

/** Nothing to show at this address; a document is opened in its list. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(withQuery(href('/profile'), { document: params.id }))
}

export default function DocumentActions() {
  return null
}
