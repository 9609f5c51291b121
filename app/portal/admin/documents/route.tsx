import { href } from 'react-router'
import { readDocumentQuery } from '../../../../rules/document-query.ts'
import { markFilesSeenCommand } from '../../../../rules/documents/all-documents.commands.ts'
import { documentsPerPage } from '../../../../rules/limits.ts'
import { commandActions } from '../../../commands/command-actions.ts'
import { loadList, showList } from '../../list-page.tsx'
import { asAsked, readPlace } from '../../list-place.ts'
import { resultOrError } from '../../server-errors.ts'
import { chosenColumns } from '../columns/chosen-columns.ts'
import { AllDocumentsPage } from './all-documents-page.tsx'

export { shouldRevalidateDocuments as shouldRevalidate } from '../../viewer-revalidation.ts'

/**
 * Loads one page of all documents, with the reader's columns; the query has the fields of a `ListPlace` and of a
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

export const action = commandActions([markFilesSeenCommand], {
  redirectTo: () => href('/profile/admin/documents'),
  saysOnErrorPage: true,
})

export default showList<typeof loader>(AllDocumentsPage)
