import { readDocumentQuery, writeDocumentQuery } from '../../../../rules/document-query.ts'
import { serverContext } from '../../../context.ts'
import { adminPages, withQuery } from '../../addresses.ts'
import { unwrapOrAskForProof } from '../../proof/unwrap-or-ask-for-proof.ts'
import { requireAdministrator } from '../../require-actor.ts'
import { csvResponse } from '../csv-response.ts'
import type { Route } from './+types/export'

/** GET: what the fields of a `DocumentQuery` find among everyone's documents, as a CSV file. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const query = readDocumentQuery(url.searchParams, 'everyone')
  const page = withQuery(adminPages.documents, writeDocumentQuery(query))
  return csvResponse('documents', await unwrapOrAskForProof(server.operations.exportDocuments(actor, query), page))
}
