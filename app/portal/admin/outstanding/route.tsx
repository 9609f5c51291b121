import { data } from 'react-router'
import { requestFilters } from '../../../../rules/document-requests.ts'
import { signingFilters } from '../../../../rules/signing-links.ts'
import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { pageNumber } from '../../list-place.ts'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import { useMe } from '../../use-me.ts'
import type { Route } from './+types/route'
import { OutstandingPage } from './outstanding-page.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../viewer-revalidation.ts'

/**
 * Loads outstanding items. In the query, `signatures` and `documents` are the lists' filters, `signing-page` and
 * `document-page` their pages, from 1.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const query = url.searchParams
  const view = {
    signatures: signingFilters.find(filter => filter === query.get('signatures')) ?? 'open',
    documents: requestFilters.find(filter => filter === query.get('documents')) ?? 'open',
    signingPage: pageNumber(query, 'signing-page'),
    documentPage: pageNumber(query, 'document-page'),
  }
  const { operations } = server
  const [signing, asked] = await Promise.all([
    resultOrError(
      operations.getSigningLinks(actor, { filter: view.signatures, page: view.signingPage - 1 }),
      'LOAD_SIGNING_FAILED',
    ),
    resultOrError(
      operations.getDocumentRequests(actor, { filter: view.documents, page: view.documentPage - 1 }),
      'LOAD_ASKED_FAILED',
    ),
  ])
  const loadErrors = { signing: signing.loadError, asked: asked.loadError }
  const failed = loadErrors.signing || loadErrors.asked
  return data({ view, signing: signing.value, asked: asked.value, loadErrors }, { status: failed ? 500 : 200 })
}

export default function OutstandingRoute({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  return <LastLoaded loaded={loaderData}>{shown => <OutstandingPage me={me} {...shown} />}</LastLoaded>
}
