import { data } from 'react-router'
import { readDocumentQuery } from '../../../../rules/document-query.ts'
import { documentsPerPage } from '../../../../rules/limits.ts'
import { adminListColumns } from '../../../../rules/list-columns.ts'
import { notices } from '../../../../rules/notices.ts'
import { defineActions } from '../../../actions/define-actions.ts'
import { administrator } from '../../../actions/guards.ts'
import { serverContext } from '../../../context.ts'
import { adminPages } from '../../addresses.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import { useMe } from '../../use-me.ts'
import { asAsked, readPlace } from '../list-place.ts'
import type { Route } from './+types/route'
import { AllDocumentsPage } from './all-documents-page.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../viewer-revalidation.ts'

/**
 * Loads one page of all documents, with the columns the reader chose; the query has the fields of a `ListPlace` and of a
 * `DocumentQuery`, and `document`, the id of the opened one.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const place = readPlace(url.searchParams)
  const query = readDocumentQuery(url.searchParams, 'everyone')
  const asked = { ...query, ...asAsked(place), size: documentsPerPage }
  const reading = server.operations.getAllDocumentsForAdmin(actor, asked)
  const choosing = resultOrError(server.operations.getListColumns(actor, 'documents'), 'LOAD_DOCUMENTS_FAILED')
  const { value, loadError } = await resultOrError(reading, 'LOAD_DOCUMENTS_FAILED')
  const shown = (await choosing).value ?? [...adminListColumns.documents.atFirst]
  const { documents = [], total = 0, more = false } = value ?? {}
  const list = { place, query, documents, total, more, shown, loadError }
  const openedId = url.searchParams.get('document')
  const isListed = list.documents.some(({ id }) => id === openedId)
  const other =
    openedId && !isListed && !loadError
      ? await server.operations.getDocument(actor, openedId).catch(() => undefined)
      : undefined
  return data({ ...list, other }, { status: loadError ? 500 : 200 })
}

/** POST: marks every new file as seen. */
export const action = defineActions()({
  guard: administrator,
  defaultIntent: 'mark-seen',
  redirectTo: () => adminPages.documents,
  intents: {
    'mark-seen': {
      run: ({ actor, operations }) => operations.markFilesSeen(actor),
      notice: notices.filesSeen,
      otherwise: 'MARK_SEEN_FAILED',
    },
  },
})

/** Everyone's documents. */
export default function AllDocumentsRoute({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  return <LastLoaded loaded={loaderData}>{shown => <AllDocumentsPage me={me} {...shown} />}</LastLoaded>
}
