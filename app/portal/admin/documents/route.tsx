import { data } from 'react-router'
import { readDocumentQuery } from '../../../../rules/document-query.ts'
import { documentsAtOnce } from '../../../../rules/limits.ts'
import { serverContext } from '../../../context.ts'
import { LastRead } from '../../last-read.tsx'
import { useMe } from '../../me.ts'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import { pageNumber } from '../page-number.ts'
import type { Route } from './+types/route'
import { AllDocuments } from './all-documents.tsx'

/** A page of all documents: `page` from 1, and the fields of a DocumentQuery. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const page = pageNumber(url.searchParams)
  const query = readDocumentQuery(url.searchParams, 'everyone')
  const asked = { ...query, page: page - 1, size: documentsAtOnce }
  const reading = server.operations.getAllDocumentsForAdmin(actor, asked)
  const { value, trouble } = await resultOrError(reading, 'LOAD_DOCUMENTS_FAILED')
  const documents = { page, query, documents: value?.documents ?? [], total: value?.total ?? 0, trouble }
  return data(documents, { status: trouble ? 500 : 200 })
}

/** All documents of all people. */
export default function AllDocumentsRoute({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  return <LastRead read={loaderData}>{shown => <AllDocuments me={me} {...shown} />}</LastRead>
}
