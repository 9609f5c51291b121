import { href, redirect } from 'react-router'
import { messages } from '../../../rules/messages.ts'
import { manyNotice, notices } from '../../../rules/notices.ts'
import { defineActions } from '../../actions/define-actions.ts'
import { text, texts } from '../../actions/fields.ts'
import { signedIn } from '../../actions/guards.ts'
import { nextPage } from '../next-page.ts'
import { errorResponse, refusalFor } from '../server-errors.ts'
import type { Route } from './+types/bulk-actions'

export { PortalErrorBoundary as ErrorBoundary } from '../error-page.tsx'

/**
 * POST: what can be done with several documents at once, and creating a signing link, which has no file. `next` is
 * where a browser without scripts goes afterwards.
 */
export const action = defineActions()({
  guard: signedIn,
  unknownIntent: { code: 'UNEXPECTED', status: 400 },
  redirectTo: ({ form }) => nextPage(text(form, 'next')),
  intents: {
    'create-link': {
      fields: { user: text, name: text, url: text, fund_name: text },
      run: async ({ actor, operations, fields: { user, name, url, fund_name } }) => {
        await operations.createDocuSignDocument(actor, { userId: user || actor.id, name, url, fundName: fund_name })
      },
      notice: notices.signingLinkCreated,
      otherwise: 'CREATE_SIGNING_LINK_FAILED',
    },
    'request-delete': {
      fields: { ids: texts },
      run: async ({ actor, operations, fields }) => {
        const { done, of } = await operations.requestDocumentsDelete(actor, fields.ids)
        return { notice: manyNotice('requested', done, of) }
      },
      otherwise: 'REQUEST_DELETE_FAILED',
    },
    delete: {
      fields: { ids: texts },
      run: async ({ actor, operations, fields }) => {
        const { done, of } = await operations.deleteDocuments(actor, fields.ids)
        return { notice: manyNotice('deleted', done, of) }
      },
      otherwise: 'DELETE_DOCUMENT_FAILED',
    },
    move: {
      fields: { ids: texts, fund_name: text, category: text, holder_id: text },
      run: async ({ actor, operations, form, fields }) => {
        const { done, of, fundName } = await operations.moveDocuments(actor, fields.ids, fields.fund_name)
        const holderId = form.has('holder_id') && fields.holder_id !== 'keep' ? fields.holder_id : undefined
        if (fields.category || holderId !== undefined)
          await operations.fileDocuments(actor, fields.ids, { category: fields.category || undefined, holderId })
        return { notice: manyNotice({ movedTo: fundName }, done, of) }
      },
      otherwise: 'MOVE_FAILED',
    },
  },
})

/** A refused download is redirected here; the page shows the message whose code is in `refused`. */
export function loader({ url }: Route.LoaderArgs) {
  const code = url.searchParams.get('refused') ?? ''
  if (Object.hasOwn(messages, code)) throw errorResponse(refusalFor(code as keyof typeof messages), 404)
  return redirect(href('/profile'))
}

export default function DocumentsActions() {
  return null
}
