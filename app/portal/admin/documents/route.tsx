import { href } from 'react-router'
import { readDocumentQuery } from '../../../../rules/document-query.ts'
import { documentsPerPage } from '../../../../rules/limits.ts'
import { notices } from '../../../../rules/notices.ts'
import { defineActions } from '../../../actions/define-actions.ts'
import { administrator } from '../../../actions/guards.ts'
import { loadList, showList } from '../../list-page.tsx'
import { asAsked, readPlace } from '../../list-place.ts'
import { resultOrError } from '../../server-errors.ts'
import { chosenColumns } from '../columns/chosen-columns.ts'
import { AllDocumentsPage } from './all-documents-page.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../viewer-revalidation.ts'

/**
 * Loads one page of all documents, with the columns the reader chose; the query has the fields of a `ListPlace` and of a
 * `DocumentQuery`, and `document`, the id of the opened one.
 */
export const loader = loadList({
  view: query => ({
    place: readPlace(query),
    query: readDocumentQuery(query, 'everyone'),
    openedId: query.get('document') ?? undefined,
  }),
  read: async ({ actor, operations }, { place, query, openedId }) => {
    const asked = { ...query, ...asAsked(place), size: documentsPerPage }
    const [shown, { value, loadError }] = await Promise.all([
      chosenColumns({ actor, operations }, 'documents'),
      resultOrError(operations.getAllDocumentsForAdmin(actor, asked), 'LOAD_DOCUMENTS_FAILED'),
    ])
    const list = value ?? { documents: [], total: 0, more: false }
    const isListed = list.documents.some(({ id }) => id === openedId)
    const other =
      openedId && value && !isListed ? await operations.getDocument(actor, openedId).catch(() => undefined) : undefined
    return { ...list, shown, other, loadError }
  },
  none: { documents: [], total: 0, more: false, shown: [], other: undefined },
  failed: 'LOAD_DOCUMENTS_FAILED',
})

/** POST: marks every new file as seen. */
export const action = defineActions()({
  guard: administrator,
  defaultIntent: 'mark-seen',
  redirectTo: () => href('/profile/admin/documents'),
  intents: {
    'mark-seen': {
      run: ({ actor, operations }) => operations.markFilesSeen(actor),
      notice: notices.filesSeen,
      otherwise: 'MARK_SEEN_FAILED',
    },
  },
})

/** Everyone's documents. */
export default showList<typeof loader>(AllDocumentsPage)
