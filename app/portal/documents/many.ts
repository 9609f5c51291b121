import { redirect } from 'react-router'
import { manyNotice, messages, notices } from '../../../rules/messages.ts'
import { serverContext } from '../../context.ts'
import { errorResponse, refusal } from '../errors.ts'
import { home } from '../next-page.ts'
import { orNoConnection } from '../no-connection.ts'
import type { Route } from './+types/many'
import { answerIntent, type Intent } from './answer.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../error-page.tsx'

const idsOf = (form: FormData) => form.getAll('ids').map(String)

/** What can be done with several documents at once, and what makes a new one without a file. */
const intents: Record<string, Intent> = {
  'create-link': {
    fault: 'CREATE_SIGNING_LINK_FAILED',
    async work({ createDocuSignDocument }, actor, form) {
      const field = (name: string) => String(form.get(name) ?? '')
      await createDocuSignDocument(actor, {
        userId: field('user') || actor.id,
        name: field('name'),
        url: field('url'),
        fundName: field('fund_name'),
      })
      return notices.signingLinkCreated
    },
  },
  'request-delete': {
    fault: 'REQUEST_DELETE_FAILED',
    async work({ requestDocumentsDelete }, actor, form) {
      const { done, of } = await requestDocumentsDelete(actor, idsOf(form))
      return manyNotice('requested', done, of)
    },
  },
  delete: {
    fault: 'DELETE_DOCUMENT_FAILED',
    async work({ deleteDocuments }, actor, form) {
      const { done, of } = await deleteDocuments(actor, idsOf(form))
      return manyNotice('deleted', done, of)
    },
  },
  move: {
    fault: 'MOVE_FAILED',
    async work({ moveDocuments }, actor, form) {
      const { done, of, fundName } = await moveDocuments(actor, idsOf(form), String(form.get('fund_name') ?? ''))
      return manyNotice({ movedTo: fundName }, done, of)
    },
  },
}

/** POST: `intent` create-link (`user`, `name`, `url`), or request-delete, delete, move (`fund_name`) with `ids`. */
export function action({ request, context }: Route.ActionArgs) {
  return answerIntent(intents, request, context.get(serverContext))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orNoConnection(serverAction)
}

/** Where a download that was refused leads: the page says why, by a `refused` of the catalogue. */
export function loader({ url }: Route.LoaderArgs) {
  const code = url.searchParams.get('refused') ?? ''
  if (Object.hasOwn(messages, code)) throw errorResponse(refusal(code as keyof typeof messages), 404)
  return redirect(home)
}

export default function ManyDocuments() {
  return null
}
