import { redirect } from 'react-router'
import { notices } from '../../../rules/messages.ts'
import { serverContext } from '../../context.ts'
import { home } from '../next-page.ts'
import { orNoConnection } from '../no-connection.ts'
import type { Route } from './+types/one'
import { answerIntent, type Intent } from './answer.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../error-page.tsx'

/** What can be done with one document. Two wordings of a fault: in a list of documents, and in that of requests. */
const intents: Record<string, Intent> = {
  'request-delete': {
    fault: 'REQUEST_DELETE_FAILED',
    async work({ requestDocumentDelete }, actor, _, id) {
      await requestDocumentDelete(actor, id)
      return notices.deleteRequested
    },
  },
  approve: {
    fault: place => (place === 'requests' ? 'APPROVE_FAILED' : 'APPROVE_REQUEST_FAILED'),
    async work({ approveDocumentDelete }, actor, _, id) {
      await approveDocumentDelete(actor, id)
      return notices.documentDeleted
    },
  },
  reject: {
    fault: place => (place === 'requests' ? 'REJECT_FAILED' : 'REJECT_REQUEST_FAILED'),
    async work({ rejectDocumentDelete }, actor, _, id) {
      await rejectDocumentDelete(actor, id)
      return notices.deleteRejected
    },
  },
  delete: {
    fault: 'DELETE_DOCUMENT_FAILED',
    async work({ deleteDocument }, actor, _, id) {
      await deleteDocument(actor, id)
      return notices.documentDeleted
    },
  },
  rename: {
    fault: 'RENAME_FAILED',
    async work({ renameDocument }, actor, form, id) {
      await renameDocument(actor, id, String(form.get('filename') ?? ''))
      return notices.documentRenamed
    },
  },
}

/** POST: `intent` request-delete, approve, reject, delete or rename (`filename`). */
export function action({ request, params, context }: Route.ActionArgs) {
  return answerIntent(intents, request, context.get(serverContext), params.id)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orNoConnection(serverAction)
}

/** Nothing is shown here; a document is opened in its list. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`${home}?${new URLSearchParams({ document: params.id })}`)
}

export default function OneDocument() {
  return null
}
