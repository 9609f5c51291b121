import { href, redirect } from 'react-router'
import { readDocumentRequest } from '../../../rules/document-requests.ts'
import { notices } from '../../../rules/notices.ts'
import { defineActions, FieldProblems, type Refused } from '../../actions/define-actions.ts'
import { text } from '../../actions/fields.ts'
import { signedIn } from '../../actions/guards.ts'
import { nextPage } from '../next-page.ts'
import type { Route } from './+types/request-actions'

export { PortalErrorBoundary as ErrorBoundary } from '../error-page.tsx'

export interface RequestAnswer {
  notice?: string
  error?: Refused['error']
  problems?: Record<string, string>
}

/** POST: asks a person for a document, and what can be done with such a request (`id`). */
export const action = defineActions<RequestAnswer>()({
  guard: signedIn,
  unknownIntent: { code: 'DOCUMENT_REQUEST_FAILED', status: 400 },
  redirectTo: ({ form }) => nextPage(text(form, 'next') || href('/profile/admin/outstanding')),
  otherwise: 'DOCUMENT_REQUEST_FAILED',
  intents: {
    ask: {
      fields: { person: text, name: text, note: text, due_on: text },
      run: async ({ actor, operations, enhanced, fields: { person, due_on: dueOn, ...typed } }) => {
        const { problems } = readDocumentRequest({ ...typed, dueOn })
        if (enhanced && Object.keys(problems).length > 0) {
          return { problems: new FieldProblems(problems).problems }
        }
        await operations.askForDocument(actor, { personId: person, dueOn, ...typed })
        return { notice: notices.documentAsked }
      },
      otherwise: 'ASK_FAILED',
    },
    remind: {
      fields: { id: text },
      run: ({ actor, operations, fields }) => operations.remindOfDocumentRequest(actor, fields.id),
      notice: notices.reminded,
    },
    received: {
      fields: { id: text },
      run: ({ actor, operations, fields }) => operations.markDocumentReceived(actor, fields.id),
      notice: notices.documentReceived,
    },
    withdraw: {
      fields: { id: text },
      run: ({ actor, operations, fields }) => operations.withdrawDocumentRequest(actor, fields.id),
      notice: notices.requestWithdrawn,
    },
    dismiss: {
      fields: { id: text },
      run: ({ actor, operations, fields }) => operations.dismissDecision(actor, fields.id),
      notice: notices.decisionDismissed,
    },
  },
})

/** Nothing to show at this address. */
export function loader(_: Route.LoaderArgs) {
  return redirect(href('/profile'))
}

export default function RequestActions() {
  return null
}
