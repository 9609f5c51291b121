import { data } from 'react-router'
import { readDocumentQuery } from '../../../../rules/document-query.ts'
import { documentsPerPage } from '../../../../rules/limits.ts'
import { serverContext } from '../../../context.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import { useMe } from '../../use-me.ts'
import { pageNumber } from '../page-number.ts'
import type { Route } from './+types/route'
import { AllDocumentsPage } from './all-documents-page.tsx'

/** Loads one page of all documents; the query has `page`, from 1, and the fields of a `DocumentQuery`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const page = pageNumber(url.searchParams)
  const query = readDocumentQuery(url.searchParams, 'everyone')
  const asked = { ...query, page: page - 1, size: documentsPerPage }
  const reading = server.operations.getAllDocumentsForAdmin(actor, asked)
  const { value, loadError } = await resultOrError(reading, 'LOAD_DOCUMENTS_FAILED')
  const documents = { page, query, documents: value?.documents ?? [], total: value?.total ?? 0, loadError }
  return data(documents, { status: loadError ? 500 : 200 })
}

/** Everyone's documents. */
export default function AllDocumentsRoute({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  return <LastLoaded loaded={loaderData}>{shown => <AllDocumentsPage me={me} {...shown} />}</LastLoaded>
}
